# Loaded by SPEC_OPTS. RSpec 3.

require_relative 'id_emulator_trail'

RSpec.configure do |config|
  config.around(:each) do |example|
    started = IdEmulatorTrail.now
    example.run
    error = example.exception
    text = error && ["#{error.class}: #{error.message}", *error.backtrace.to_a.first(20)].join("\n")
    file = File.expand_path(example.metadata[:file_path])
    IdEmulatorTrail.write('rspec', example.full_description, file, text, started, IdEmulatorTrail.compared(error),
                          skipped: !!example.metadata[:skip])
  end
end
