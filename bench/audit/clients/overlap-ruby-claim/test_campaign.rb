require 'minitest/autorun'
require_relative 'campaign'

class TestCampaign < Minitest::Test
  BEN = { email: 'ben.brook@example.com', party: 'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128' }.freeze
  STELLA = { email: 'stella.stone@example.com', party: 'party::3c6da6232936abd357ee31fb1ebc6ffc::122051162a269e62991d4fde03ced9ffefdf5f0d454812f4237ca9a719bd525333fa' }.freeze
  PAULA = { email: 'paula.penrose@example.com', party: 'party::0489ed61c0e9f4829e86b8c36707cb88::12203a617c0dc1f30b7e70df77fb91517405e46ef09de1e52d5aea8375a93fb6f54e' }.freeze

  def test_nobody_is_asked_twice
    campaign = Campaign.new
    results = campaign.run([BEN, STELLA, BEN, PAULA], 'GOOGLE')
    assert_equal :asked, results[1]
    assert_equal %i[asked claimed], [results[0], results[2]].sort
    assert_equal :known, results[3]
    assert campaign.asked?(BEN, 'GOOGLE')
  end
end
