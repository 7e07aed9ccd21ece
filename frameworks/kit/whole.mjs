// The command that a project's scripts come to.

const DEEPEST = 5; // scripts that run scripts
const OTHER = /^\s*(?:npm|pnpm|yarn|bun|deno)\s+(?:(?:run|run-script|task)\s+)?(?:(?:-s|--silent)\s+)*([\w:.-]+)\s*$/;

/** The commands of a script, and between them what joins them. */
export const commandsOf = (script) => String(script ?? '').split(/(&&|\|\||;)/);

/**
 * A script as one command for sh, with the scripts that are run before and behind it, and those that it runs itself. `change`
 * makes another of a command that runs tests, and is undefined for all others.
 */
export function wholeOf(scripts, change, name = 'test', depth = 0) {
  const parts = [`pre${name}`, name, `post${name}`].map((one) => scripts[one]).filter((script) => script);
  return parts.map((script) => `(${commandsOf(script).map((command) => {
    const changed = change(command);
    if (changed !== undefined) return changed;
    const [, other] = OTHER.exec(command) ?? [];
    return other in scripts && other !== name && depth < DEEPEST ? wholeOf(scripts, change, other, depth + 1) : command;
  }).join(' ')}\n)`).join(' && ');
}
