import java.util.List;

/** Runs each check, says how it went, and ends with the number of failures. */
public final class LinksTest {
    private interface Check {
        void run() throws Exception;
    }

    private static int failures;

    public static void main(String[] arguments) {
        Links links = new Links(System.getenv("ID_EMULATOR_API_URL"));
        check("makes a link that can be checked", () -> {
            List<String> contracts = links.contracts(2);
            if (contracts.size() != 2) throw new IllegalStateException("expected two contracts, got " + contracts);
            String status = links.status(links.make(contracts.get(0)));
            if (status == null) throw new IllegalStateException("the new link is unknown");
        });
        check("reports an unknown link", () -> {
            if (links.status("unknown") != null) throw new IllegalStateException("an unknown link has a status");
        });
        System.exit(failures);
    }

    private static void check(String name, Check check) {
        try {
            check.run();
            System.out.println("passed: " + name);
        } catch (Exception error) {
            failures++;
            System.out.println("FAILED: " + name + ": " + error.getMessage());
        }
    }
}
