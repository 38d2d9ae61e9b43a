/**
 * What a client's model is told about our tools where no hook and no file of ours tells it: it knows nothing else of them but
 * their descriptions. Part of every request, so it is short; bare names, since nobody knows how this client spells them.
 */
export const INSTRUCTIONS = `plimsoll keeps long output out of the context: the whole is stored, and a digest with a handle such as "#12" is shown.
- a command whose output may be long (tests, builds, logs, searches): ctx_execute with language "shell"; several: ctx_batch_execute
- a file to analyse, not to edit: ctx_execute_file; a page: ctx_fetch_and_index
- what was stored, indexed or said before: ctx_search, before asking the user; ctx_read reads a handle back
- a command that changes state or prints a few lines (git, mkdir, mv, package installs): the shell of the agent itself`;
