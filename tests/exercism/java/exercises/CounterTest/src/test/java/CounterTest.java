import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

public class CounterTest {
    private Counter counter;

    @BeforeEach
    public void setUp() {
        counter = new Counter();
    }

    @Test
    public void first() {
        assertThat(counter.first()).isEqualTo(1);
    }

    @Disabled("Remove to run test")
    @Test
    public void second() {
        assertThat(counter.second()).isEqualTo(2);
    }

    @Disabled
    @Test
    public void third() {
        // Counted from one.
        assertThat(counter.third()).isEqualTo(3);
    }

    @Disabled("Remove to run test")
    @Test
    public void fourth() {
        assertThat(counter.fourth())
            .isEqualTo(4);
    }
}
