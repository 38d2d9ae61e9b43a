/**
 * Permission rules of the agent of which at least one fits every shell command that may be refused here. An agent that
 * can ask its rules first (`if` of a hook) then asks us about these commands only. They are wide on purpose: a word
 * anywhere in the command is enough, and the decision is made on the parsed command (route.ts).
 */
export const TRIGGER_RULES: readonly string[] = [
  ...['curl', 'wget', 'http', 'gradle', 'mvn', 'sbt', 'xcodebuild', 'msbuild', 'bazel'].map(
    (word) => `*${word}*`,
  ),
  // As a part of other words it is too frequent.
  'ant',
  'ant *',
];
