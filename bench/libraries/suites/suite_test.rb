# What a client of the service does every day. Each library is integrated in the client.rb beside this file.
require 'minitest/autorun'
require_relative 'client'

SETTINGS = %w[API_URL TOKEN_URL CLIENT_ID CLIENT_SECRET].map { |name| ENV.fetch("ID_EMULATOR_#{name}") }
CLIENT = Client.new(*SETTINGS)

class SuiteTest < Minitest::Test
  i_suck_and_my_tests_are_order_dependent!

  def contract_ids(limit)
    CLIENT.get('/institutions/me/credentials', limit: limit)['items'].map { |item| item['contractId'] }
  end

  def test_reads_users
    assert_equal 3, CLIENT.get('/institutions/me/users', limit: 3)['items'].size
  end

  def test_reads_all_pages_of_scores
    parties = []
    total = 1
    offset = 0
    while offset < total
      page = CLIENT.get('/institutions/me/human-scores', limit: 100, offset: offset)
      parties.concat(page['items'].map { |item| item['partyId'] })
      total = page['pagination']['total']
      offset += 100
    end
    assert_equal total, parties.uniq.size
  end

  def test_finds_a_person
    found = CLIENT.get('/institutions/me/credentials/resolve', q: 'benbrook')
    assert_equal 'benbrook', found['credentials'][0]['username']
  end

  def test_creates_a_link
    link = CLIENT.post('/verification/generate-link', contractId: contract_ids(1)[0])
    assert_match(/^http/, link['verificationUrl'])
  end

  def test_creates_links_in_a_batch
    requests = contract_ids(3).map { |id| { contractId: id } }
    answer = CLIENT.post('/verification/generate-links-batch', requests: requests)
    assert_equal 3, answer['results'].map { |item| item['result']['token'] }.size
  end

  def test_reads_four_pages_at_once_with_a_new_client
    client = Client.new(*SETTINGS)
    threads = [0, 2, 4, 6].map do |offset|
      Thread.new { client.get('/institutions/me/users', limit: 2, offset: offset)['items'].size }
    end
    assert_equal [2, 2, 2, 2], threads.map(&:value)
  end
end
