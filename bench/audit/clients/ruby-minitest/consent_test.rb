require 'minitest/autorun'
require 'consent'

class ConsentTest < Minitest::Test
  def setup
    env = ->(name) { ENV.fetch("ID_EMULATOR_#{name}") }
    @consent = Consent.new(api: env['API_URL'], token_url: env['TOKEN_URL'], id: env['CLIENT_ID'], secret: env['CLIENT_SECRET'])
  end

  def test_asks_everybody_who_is_found
    people = @consent.find('benbrook').map { |found| found['partyId'] }.uniq
    asked, reasons = @consent.ask(people, ['DISCORD'])
    assert_empty reasons
    assert_equal people, asked
  end

  def test_says_who_could_not_be_asked
    asked, reasons = @consent.ask(['nobody'], ['DISCORD'])
    assert_empty asked
    assert_match(/status 404/, reasons['nobody'])
  end
end
