# minitest 5 loads plug-ins of this name from RUBYLIB.

require_relative '../id_emulator_trail'

module Minitest
  class IdEmulatorReporter < AbstractReporter
    def prerecord(_class, _name)
      @started = IdEmulatorTrail.now
    end

    def record(result)
      failures = result.skipped? ? [] : result.failures
      error = failures.map { |failure| "#{failure.message}\n#{failure.location}" }.join("\n")
      name = "#{result.klass}##{result.name}"
      IdEmulatorTrail.write('minitest', name, result.source_location[0], error.empty? ? nil : error, @started,
                            failures.one? ? IdEmulatorTrail.compared(failures.first) : nil, skipped: result.skipped?)
    rescue StandardError
      # This version of minitest tells something else.
    end
  end

  def self.plugin_id_emulator_init(_options)
    reporter << IdEmulatorReporter.new
  rescue StandardError
    # This version of minitest has other reporters.
  end
end
