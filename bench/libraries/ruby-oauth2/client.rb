# Client credentials of the oauth2 gem as its readme shows them, and requests by the token.
require 'json'
require 'oauth2'

class Client
  def initialize(api_url, token_url, id, secret)
    @api_url = api_url
    options = { site: api_url, token_url: token_url, auth_scheme: :request_body }
    timeouts = { request: { timeout: 3, open_timeout: 3 } }
    @client = OAuth2::Client.new(id, secret, **options, connection_opts: timeouts)
    @lock = Mutex.new
  end

  def get(path, **query)
    token.get(@api_url + path, params: query).parsed
  end

  def post(path, **body)
    headers = { 'Content-Type' => 'application/json' }
    token.post(@api_url + path, body: JSON.generate(body), headers: headers).parsed
  end

  private

  def token
    @lock.synchronize do
      @token = @client.client_credentials.get_token if @token.nil? || @token.expired?
      @token
    end
  end
end
