package idemulator;

import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Extension of JUnit 5 for id-emulator: one emulator for all tests, and a sandbox for each test that has a parameter
 * {@code Sandbox}. Write {@code @ExtendWith(IdEmulator.class)}, or with options of {@code CreateSandbox}:
 * {@code @RegisterExtension static IdEmulator emulator = new IdEmulator(Map.of("seed", 7));}
 *
 * <p>A sandbox is an institution of its own: with credentials, world, clock, scenarios and journal. So tests can run in
 * parallel, and none has to clean up. The error of a failed test has what its client did as a suppressed one.
 *
 * <p>The emulator is the one at ID_EMULATOR_URL, which {@code id-emulator exec -- mvn test} sets. Without the variable,
 * the program {@code id-emulator} is started: the one in {@code node_modules/.bin}, or else on the PATH.
 *
 * <p>JSON objects are maps, arrays lists, whole numbers {@code Long}. Members of bodies and names of options are those
 * of the control plane: spec/control.yaml in the repository. Methods throw {@link IllegalStateException} if the
 * emulator refuses a call, or if there is none; the message says why.
 */
public final class IdEmulator implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(IdEmulator.class);

  private final Map<String, ?> options;

  public IdEmulator() {
    this(Map.of());
  }

  /** @param options of the sandbox of each test: {@code Map.of("seed", 7, "oneClient", true)} */
  public IdEmulator(Map<String, ?> options) {
    this.options = options;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Emulator.class || type == Sandbox.class && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Emulator emulator = context.getRoot().getStore(NAMESPACE)
        .getOrComputeIfAbsent(Emulator.class, key -> Emulator.ofEnvironment(), Emulator.class);
    if (parameter.getParameter().getType() == Emulator.class) return emulator;
    String title = context.getRequiredTestClass().getSimpleName() + " > " + context.getDisplayName();
    return context.getStore(NAMESPACE)
        .getOrComputeIfAbsent(TestSandbox.class, key -> new TestSandbox(emulator, title, options), TestSandbox.class)
        .sandbox;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestSandbox opened = context.getStore(NAMESPACE).get(TestSandbox.class, TestSandbox.class);
    if (opened == null) return;
    context.getExecutionException().ifPresent(error -> error.addSuppressed(opened.explanation()));
    opened.close();
  }
}
