require 'json'
require 'net/http'
require 'uri'

# Reads the directory of the institution with several threads, which share an access token.
class Directory
  class Failure < StandardError; end

  def initialize(env = ENV)
    @env = env
    @lock = Mutex.new
    @token = login
  end

  # The names of the people that these texts find, each text in a thread of its own.
  def find(*texts)
    texts.map { |text| Thread.new { [text, names(text)] } }.to_h(&:value)
  end

  def names(text)
    get("/institutions/me/users?limit=50&search=#{URI.encode_www_form_component(text)}")['items'].map { |item| item['fullName'] }.uniq.sort
  end

  def score(party)
    get("/institutions/me/human-scores/#{URI.encode_www_form_component(party)}").dig('humanScore', 'totalScore')
  end

  private

  def get(path)
    token = @token
    response = send_with(token, path)
    if response.code == '401'
      renew(token)
      response = send_with(@token, path)
    end
    raise Failure, "#{path}: #{response.code}" unless response.code == '200'

    JSON.parse(response.body)
  end

  # One thread at a time, and only if no other thread has done it meanwhile.
  def renew(refused)
    @lock.synchronize do
      @token = login if @token == refused
    end
  end

  def send_with(token, path)
    uri = URI(@env.fetch('ID_EMULATOR_API_URL') + path)
    Net::HTTP.start(uri.host, uri.port, open_timeout: 5, read_timeout: 8) do |http|
      http.request(Net::HTTP::Get.new(uri, 'Authorization' => "Bearer #{token}"))
    end
  end

  def login
    response = Net::HTTP.post_form(URI(@env.fetch('ID_EMULATOR_TOKEN_URL')),
                                   grant_type: 'client_credentials',
                                   client_id: @env.fetch('ID_EMULATOR_CLIENT_ID'),
                                   client_secret: @env.fetch('ID_EMULATOR_CLIENT_SECRET'))
    raise Failure, "no token: #{response.code}" unless response.code == '200'

    JSON.parse(response.body).fetch('access_token')
  end
end
