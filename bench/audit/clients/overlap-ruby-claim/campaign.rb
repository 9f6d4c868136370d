require 'json'
require 'net/http'
require 'set'
require 'uri'

# Asks people for a credential, with several workers. A worker claims a person before it looks whether they were asked.
class Campaign
  def initialize(env = ENV)
    @env = env
    @lock = Mutex.new
    @claimed = Set.new
    @token = nil
  end

  # Returns what became of each person, in the order of the list.
  def run(people, provider, workers: 3)
    results = Array.new(people.size)
    jobs = Queue.new
    people.each_with_index { |person, index| jobs << [person, index] }
    jobs.close
    Array.new(workers) do
      Thread.new do
        while (job = jobs.pop)
          person, index = job
          results[index] = handle(person, provider)
        end
      end
    end.each(&:join)
    results
  end

  def asked?(person, provider)
    path = "/institutions/me/users?limit=100&search=#{URI.encode_www_form_component(person[:email])}"
    response = call(Net::HTTP::Get, path)
    raise "users failed: #{response.code}" unless response.code == '200'

    JSON.parse(response.body)['items'].any? { |item| item['partyId'] == person[:party] && item['kycProvider'] == provider }
  end

  private

  def handle(person, provider)
    return :claimed unless @lock.synchronize { @claimed.add?([person[:party], provider]) }
    return :known if asked?(person, provider)

    response = call(Net::HTTP::Post, '/institutions/me/credentials/request', JSON.dump(partyId: person[:party], providers: [provider]))
    response.code == '204' ? :asked : :failed
  end

  def call(kind, path, body = nil)
    refused = nil
    2.times do |attempt|
      token = current(refused)
      uri = URI(@env.fetch('ID_EMULATOR_API_URL') + path)
      request = kind.new(uri, 'Authorization' => "Bearer #{token}", 'Content-Type' => 'application/json')
      request.body = body
      response = Net::HTTP.start(uri.host, uri.port, read_timeout: 10, max_retries: 0) { |http| http.request(request) }
      return response if response.code != '401' || attempt == 1

      refused = token
    end
  end

  # The access token; a new one only if nobody has replaced the refused one yet.
  def current(refused)
    @lock.synchronize do
      @token = login if @token.nil? || @token == refused
      @token
    end
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
