# frozen_string_literal: true

require 'json'
require 'net/http'
require 'time'
require 'uri'
require 'erb'

# Client of the identity service for the member portal; nothing but the standard library.
class Identity
  class Error < StandardError; end
  class Unauthorized < Error; end

  LOST = [EOFError, IOError, Errno::ECONNRESET, Errno::ECONNREFUSED, Errno::EPIPE, Net::OpenTimeout, Net::ReadTimeout, Net::HTTPBadResponse, Net::ProtocolError, SocketError].freeze
  ATTEMPTS = 4

  def initialize(api:, token_url:, id:, secret:)
    @api = URI(api)
    @token_url = URI(token_url)
    @id = id
    @secret = secret
    @mutex = Mutex.new
  end

  # The party IDs behind an e-mail address or a user name.
  def find(query)
    answer = get("/institutions/me/credentials/resolve?q=#{ERB::Util.url_encode(query)}")
    list(answer.is_a?(Hash) ? answer['credentials'] : nil).filter_map { |c| c['partyId'] if c.is_a?(Hash) }.uniq
  end

  # The e-mail addresses in the credentials of a party.
  def addresses(party)
    credentials(party).filter_map { |c| c.dig('metadata', 'email') if c.is_a?(Hash) && c['metadata'].is_a?(Hash) }.grep(String).map(&:downcase).uniq
  end

  # The providers of a party, sorted.
  def providers(party)
    credentials(party).filter_map { |c| c['provider'] if c.is_a?(Hash) }.grep(String).sort
  end

  # Everybody with a kycStatus.
  def users(status, per_page: 100)
    found = {}
    offset = 0
    loop do
      page = get("/institutions/me/users?kycStatus=#{status}&offset=#{offset}&limit=#{per_page}")
      items = list(page.is_a?(Hash) ? page['items'] : nil)
      items.each { |user| found[user['id']] = user if user.is_a?(Hash) }
      offset += items.size
      total = page['pagination'].is_a?(Hash) ? page['pagination']['total'] : nil
      break if items.empty? || (total.is_a?(Numeric) && offset >= total)
    end
    found.values
  end

  # Asks a party for credentials.
  def ask(party, *providers)
    call(Net::HTTP::Post, '/institutions/me/credentials/request', JSON.generate(partyId: party, providers: providers), repeatable: false, json: false)
    nil
  end

  private

  def credentials(party)
    list(get("/institutions/me/credentials/#{ERB::Util.url_encode(party)}"))
  end

  def list(value)
    raise Error, 'unexpected answer' unless value.is_a?(Array)

    value
  end

  def get(path)
    call(Net::HTTP::Get, path)
  end

  def call(verb, path, body = nil, repeatable: true, json: true)
    used = token
    make = lambda do |bearer|
      request = verb.new(URI(@api.to_s + path))
      request['Authorization'] = "Bearer #{bearer}"
      if body
        request['Content-Type'] = 'application/json'
        request.body = body
      end
      request
    end
    begin
      perform(@api, make.call(used), repeatable, json)
    rescue Unauthorized
      begin
        perform(@api, make.call(token(refused: used)), repeatable, json)
      rescue Unauthorized
        @mutex.synchronize { @token = nil }
        raise
      end
    end
  end

  def token(refused: nil)
    @mutex.synchronize do
      if @token.nil? || @token == refused || now >= @renew_at
        answer = login
        lifetime = Float(answer['expires_in'] || 60, exception: false) || 60.0
        @token = answer['access_token']
        @renew_at = now + (0.9 * lifetime)
      end
      @token
    end
  end

  def login
    request = Net::HTTP::Post.new(@token_url)
    request.set_form_data('grant_type' => 'client_credentials', 'client_id' => @id, 'client_secret' => @secret)
    answer = perform(@token_url, request, true, true)
    raise Error, 'no access token' unless answer.is_a?(Hash) && answer['access_token'].is_a?(String)

    answer
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  def told(response)
    value = response['Retry-After'].to_s
    return value.to_f if value.match?(/\A\d+\z/)

    [Time.httpdate(value) - Time.now, 0].max
  rescue ArgumentError
    0.0
  end

  def connect(uri)
    http = Net::HTTP.new(uri.host, uri.port)
    http.use_ssl = uri.scheme == 'https'
    http.open_timeout = 2
    http.read_timeout = 2.5
    http.max_retries = 0
    http
  end

  # Sends until the answer is usable. What must not arrive twice is sent again only after 429.
  def perform(uri, request, repeatable, json)
    ATTEMPTS.times do |attempt|
      last = attempt == ATTEMPTS - 1
      pause = 0.2 * (2**attempt)
      begin
        response = connect(uri).start { |http| http.request(request) }
        status = response.code.to_i
        return json ? JSON.parse(response.body.to_s) : nil if status < 300
        raise Unauthorized, 'refused' if status == 401

        again = status == 429 || (repeatable && status >= 500)
        raise Error, "status #{status}" if !again || last || told(response) > 20

        pause += told(response)
      rescue *LOST, JSON::ParserError => e
        raise Error, "no usable answer: #{e.class}" if last || !repeatable
      end
      sleep(pause)
    end
  end
end
