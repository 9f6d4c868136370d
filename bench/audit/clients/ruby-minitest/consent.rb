# Asks people for credentials. A request that may have reached the person is never sent again.
require 'json'
require 'net/http'
require 'time'

class Consent
  class Unsure < StandardError; end
  class Refused < StandardError; end

  BROKEN = [SystemCallError, IOError, Timeout::Error, Net::ProtocolError, Net::HTTPBadResponse, JSON::ParserError].freeze

  def initialize(api:, token_url:, id:, secret:)
    @api, @token_url, @id, @secret = api, token_url, id, secret
  end

  def find(text)
    call(:get, "/institutions/me/credentials/resolve?#{URI.encode_www_form(q: text)}").fetch('credentials')
  end

  # Returns the parties that were asked, and the reason for each that was not.
  def ask(parties, providers)
    reasons = {}
    parties.each do |party|
      call(:post, '/institutions/me/credentials/request', { partyId: party, providers: providers })
    rescue Unsure, Refused => e
      reasons[party] = e.message
    end
    [parties - reasons.keys, reasons]
  end

  private

  def call(verb, path, json = nil)
    2.times do |round|
      request = Net::HTTP.const_get(verb.capitalize).new(URI(@api + path))
      request['Authorization'] = "Bearer #{@token ||= login}"
      request.content_type = 'application/json' if json
      request.body = JSON.generate(json) if json
      response = deliver(request, repeatable: verb == :get)
      return response.body.to_s.empty? ? nil : JSON.parse(response.body) if response.is_a?(Net::HTTPSuccess)

      @token = nil if response.code == '401'
      raise Refused, "#{path}: status #{response.code}" unless response.code == '401' && round.zero?
    end
  end

  def login
    request = Net::HTTP::Post.new(URI(@token_url))
    request.set_form_data(grant_type: 'client_credentials', client_id: @id, client_secret: @secret)
    response = deliver(request, repeatable: true)
    raise Refused, "no token: status #{response.code}" unless response.code == '200'

    JSON.parse(response.body).fetch('access_token')
  end

  # 429 means that nothing was done, so it is repeated for every request.
  def deliver(request, repeatable:)
    (0..3).each do |attempt|
      begin
        response = once(request)
        again = response.code == '429' || (repeatable && response.code >= '500')
        return response if !again || attempt == 3

        pause = pause_of(response['Retry-After'])
      rescue *BROKEN => e
        raise Unsure, "#{request.path}: #{e.class}" unless repeatable
        raise Refused, "#{request.path}: #{e.class}" if attempt == 3

        pause = nil
      end
      sleep(pause || 0.1 * 2**attempt)
    end
  end

  def once(request)
    uri = request.uri
    response = Net::HTTP.start(uri.host, uri.port, open_timeout: 2, read_timeout: 2, max_retries: 0) { |http| http.request(request) }
    JSON.parse(response.body) if response.code == '200'
    response
  end

  def pause_of(header)
    return if header.nil?
    return header.to_i if header.match?(/\A\d+\z/)

    [Time.httpdate(header) - Time.now + 1, 0].max
  end
end
