# Tells the trail of a run when each test ran, in a file for its process. A reporter that fails never fails the command.

require 'json'

module IdEmulatorTrail
  def self.now
    Time.now.to_f * 1000
  end

  # The values that an assertion of RSpec or minitest compares.
  def self.compared(error)
    values = /expected: (.+)\n\s*(?:got|actual): (.+)/i.match(error&.message.to_s)
    values && { expected: values[1], actual: values[2] }
  end

  def self.write(runner, name, file, error, started, compared = nil, skipped: false)
    test = { type: 'case', runner: runner, name: name, file: file, passed: error.nil?, started: started, ended: now }
    test[:error] = error unless error.nil?
    test[:compared] = compared unless compared.nil?
    test[:skipped] = true if skipped
    path = "#{ENV.fetch('ID_EMULATOR_RUN')}/#{Process.pid}-cases.trail.jsonl"
    File.open(path, 'a') { |trail| trail.puts(JSON.generate(test)) }
  rescue StandardError
    # The run is over.
  end
end
