import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class UserTableTest {
  private final UserTable table = new UserTable(new Identity(), 5);

  private Set<String> statuses() {
    return table.rows().stream().map(UserTable.Row::status).collect(Collectors.toSet());
  }

  @Test
  void showsUsersWithAStatus() throws Exception {
    table.show("REJECTED").get(10, TimeUnit.SECONDS);
    assertEquals(Set.of("REJECTED"), statuses());
  }

  @Test
  void theNewestChoiceCounts() throws Exception {
    for (String status : List.of("EXPIRED", "APPROVED", "PENDING")) table.show(status).get(10, TimeUnit.SECONDS);
    table.show("APPROVED");
    Thread.sleep(80); // a double click
    table.show("PENDING");
    table.idle().get(10, TimeUnit.SECONDS);
    assertEquals("PENDING", table.filter());
    assertFalse(table.rows().isEmpty());
    assertEquals(Set.of("PENDING"), statuses());
  }
}
