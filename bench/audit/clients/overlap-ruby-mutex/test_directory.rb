require 'minitest/autorun'
require_relative 'directory'

class TestDirectory < Minitest::Test
  def test_several_texts_at_once
    found = Directory.new.find('alice.archer', 'novak', 'ben.brook')
    assert_equal ['Alice Archer'], found['alice.archer']
    assert_includes found['novak'], 'Nina Novak'
    assert_equal ['Ben Brook'], found['ben.brook']
  end

  def test_a_text_that_finds_nobody
    directory = Directory.new
    assert_equal({ 'nobody at all' => [], 'stella.stone' => ['Stella Stone'] }, directory.find('nobody at all', 'stella.stone'))
  end
end
