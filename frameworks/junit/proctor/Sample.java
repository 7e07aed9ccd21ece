package proctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What `proctor warm` runs once: the classes that tests like these need are then in the archive. */
class Sample {
    @BeforeEach
    void prints() {
        System.out.printf("%s %d%n", "a sample", 1);
    }

    @Test
    void passes() {
        assertThat("text").isEqualTo("text").startsWith("t");
        assertThat(List.of(1, 2)).containsExactly(1, 2).hasSize(2);
        assertThat(true).isTrue();
        assertThatThrownBy(() -> List.of().get(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void fails() {
        assertThat(1).as("a number").isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void rows(int number) {
        assertThat(number).isGreaterThan(0);
    }

    @Nested
    class Inner {
        @Test
        void passes() {
            assertThat(new int[] {1}).containsExactly(1);
        }
    }
}
