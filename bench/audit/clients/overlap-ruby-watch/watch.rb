require 'json'
require 'net/http'
require 'uri'

# Watches the open requests. A reading that takes too long is given up, so that the next one is not delayed; its answer
# is of no use when it comes after all.
class Watch
  LIMIT = 0.6

  def initialize(env = ENV)
    @env = env
    @lock = Mutex.new
    @number = 0
    @given_up = {}
    @token = login
  end

  attr_reader :open

  # Reads the open requests. Returns false if there was no answer in time.
  def read
    number = @lock.synchronize { @number += 1 }
    reading = Thread.new do
      Thread.current.report_on_exception = false
      page = JSON.parse(get('/institutions/me/users?reqStatus=PENDING&limit=100').body)
      apply(number, page['items'].map { |item| [item['partyId'], item['kycProvider']] })
    end
    return true if reading.join(LIMIT)

    @lock.synchronize { @given_up[number] = true }
    false
  end

  def ask(party, provider)
    response = call(Net::HTTP::Post, '/institutions/me/credentials/request', JSON.dump(partyId: party, providers: [provider]))
    raise "request failed: #{response.code}" unless response.code == '204'
  end

  def credentials(party)
    JSON.parse(get("/institutions/me/credentials/#{URI.encode_www_form_component(party)}").body)
  end

  private

  def apply(number, open)
    @lock.synchronize { @open = open unless @given_up.delete(number) }
  end

  def get(path)
    response = call(Net::HTTP::Get, path)
    raise "#{path}: #{response.code}" unless response.code == '200'

    response
  end

  def call(kind, path, body = nil)
    token = @token
    response = send_with(token, kind, path, body)
    return response unless response.code == '401'

    renewed = @lock.synchronize { @token = login if @token == token; @token }
    send_with(renewed, kind, path, body)
  end

  def send_with(token, kind, path, body)
    uri = URI(@env.fetch('ID_EMULATOR_API_URL') + path)
    request = kind.new(uri, 'Authorization' => "Bearer #{token}", 'Content-Type' => 'application/json')
    request.body = body if body
    Net::HTTP.start(uri.host, uri.port, read_timeout: 10, max_retries: 0) { |http| http.request(request) }
  end

  def login
    response = Net::HTTP.post_form(URI(@env.fetch('ID_EMULATOR_TOKEN_URL')),
                                   grant_type: 'client_credentials',
                                   client_id: @env.fetch('ID_EMULATOR_CLIENT_ID'),
                                   client_secret: @env.fetch('ID_EMULATOR_CLIENT_SECRET'))
    raise "no token: #{response.code}" unless response.code == '200'

    JSON.parse(response.body).fetch('access_token')
  end
end
