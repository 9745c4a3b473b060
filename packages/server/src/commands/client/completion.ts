import type { Command } from "commander";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { print } from "./output.ts";

/** `corridor completion bash|zsh|fish`: a completion script, generated from the commands. */
export function completionCommand(program: Command, shell: string): void {
  const write = { bash, zsh, fish }[shell];
  if (write === undefined)
    throw new OperatorError(`There is no completion for ${shell}; there is one for bash, zsh and fish.`);
  print(write(wordsOf(program)));
}

/** Subcommands and options that may follow each command; the empty name is the program itself. */
type Words = ReadonlyMap<string, readonly string[]>;

function wordsOf(program: Command): Words {
  const words = new Map<string, readonly string[]>();
  const visit = (command: Command, name: string): void => {
    const options = command.options.map((option) => option.long).filter((long) => long !== undefined && long !== null);
    words.set(name, [...command.commands.map((one) => one.name()), ...options, "--help"]);
    for (const one of command.commands) visit(one, `${name} ${one.name()}`.trim());
  };
  visit(program, "");
  return words;
}

function cases(words: Words): string {
  return [...words].map(([name, following]) => `    "${name}") words="${following.join(" ")}" ;;`).join("\n");
}

function bash(words: Words): string {
  return `# corridor completion bash >> ~/.bashrc
_corridor() {
  local words="" path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || path="\${path:+$path }$word"; done
  case "$path" in
${cases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _corridor corridor`;
}

function zsh(words: Words): string {
  return `#compdef corridor
# corridor completion zsh > ~/.zfunc/_corridor
_corridor() {
  local words_line="" path="" word
  for word in "\${words[@]:1:$((CURRENT-2))}"; do [[ $word == -* ]] || path="\${path:+$path }$word"; done
  case "$path" in
${cases(words).replaceAll('words="', 'words_line="')}
  esac
  compadd -- \${=words_line}
}
compdef _corridor corridor`;
}

function fish(words: Words): string {
  const lines = [...words].map(([name, following]) => {
    const seen = name.split(" ").map((part) => `__fish_seen_subcommand_from ${part}`);
    const condition = name === "" ? "__fish_use_subcommand" : seen.join("; and ");
    return `complete -c corridor -f -n "${condition}" -a "${following.join(" ")}"`;
  });
  return `# corridor completion fish > ~/.config/fish/completions/corridor.fish\n${lines.join("\n")}`;
}
