# frozen_string_literal: true

require 'minitest/autorun'
require 'identity'

class IdentityTest < Minitest::Test
  ALICE = 'party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74'
  BEN = 'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128'
  UMA = 'party::f7018566a0c887afe1a4443b3b25f668::122033c726f2cd46f814b4a5e70097d39a16fae0bd17538e400d39aa349fd3e0d3c4'
  PAULA = 'party::0489ed61c0e9f4829e86b8c36707cb88::12203a617c0dc1f30b7e70df77fb91517405e46ef09de1e52d5aea8375a93fb6f54e'

  def self.identity
    @identity ||= Identity.new(api: ENV.fetch('ID_EMULATOR_API_URL'), token_url: ENV.fetch('ID_EMULATOR_TOKEN_URL'), id: ENV.fetch('ID_EMULATOR_CLIENT_ID'), secret: ENV.fetch('ID_EMULATOR_CLIENT_SECRET'))
  end

  def identity
    self.class.identity
  end

  def test_finds_alice
    assert_equal [ALICE], identity.find('alice.archer@example.com')
  end

  def test_finds_nobody
    assert_empty identity.find('nobody@example.com')
  end

  def test_address_is_free
    assert_equal 0, identity.find('nobody@example.com').size
  end

  def test_address_of_ben
    assert_equal ['ben.brook@example.com'], identity.addresses(BEN)
  end

  def test_providers_of_ben
    assert_equal %w[GITHUB], identity.providers(BEN)
  end

  def test_paula_has_disclosed_nothing
    assert_empty identity.providers(PAULA)
  end

  def test_approved_users
    assert_operator identity.users('APPROVED').size, :>, 250
  end

  def test_asks_uma
    assert_nil identity.ask(UMA, 'GITHUB')
  end
end
