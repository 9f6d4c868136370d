require 'minitest/autorun'
require_relative 'watch'

class TestWatch < Minitest::Test
  BEN = 'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128'.freeze

  def test_shows_a_new_request_while_it_reads_again_and_again
    watch = Watch.new
    background = Thread.new { 2.times { watch.read } }
    sleep 0.1
    watch.ask(BEN, 'REDDIT')
    background.join
    3.times { break if watch.read }
    refute_empty watch.credentials(BEN)
    assert_includes watch.open, [BEN, 'REDDIT']
  end
end
