package proctor;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** An extension of Jupiter's, which finds it as a service: each class and each test runs if proctor says so. */
public final class Gate implements ExecutionCondition, InvocationInterceptor {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Reporter.current.runs(context.getUniqueId())
            ? ConditionEvaluationResult.enabled(null) : ConditionEvaluationResult.disabled("proctor leaves it out");
    }

    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
                                    ExtensionContext context) throws Throwable {
        proceed(invocation);
    }

    @Override
    public void interceptTestTemplateMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
                                            ExtensionContext context) throws Throwable {
        proceed(invocation);
    }

    // JUnit lets what it calls unrecoverable end the whole run. One test's memory is free again when it has failed.
    private static void proceed(Invocation<Void> invocation) throws Throwable {
        try {
            invocation.proceed();
        } catch (VirtualMachineError error) {
            throw new Wrapped(error);
        }
    }

    static final class Wrapped extends Exception {
        private static final long serialVersionUID = 1;

        Wrapped(Throwable cause) {
            super(null, cause, false, false);
        }
    }
}
