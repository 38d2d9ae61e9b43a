/** Names that are handed to confined code; a star stands for any rest. */
const HANDED_ON: readonly string[] = [
  'PATH HOME USER LOGNAME SHELL PWD LANG LANGUAGE LC_* TZ TERM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CI',
  'TMPDIR TEMP TMP PLIMSOLL_RUN',
  'NODE_ENV NVM_DIR NVM_BIN VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME NODE_EXTRA_CA_CERTS',
  'VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT PYENV_VERSION PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED',
  'GOPATH GOROOT GOCACHE GOMODCACHE GOFLAGS GOOS GOARCH GOTOOLCHAIN CGO_ENABLED CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN',
  'RUSTFLAGS RUST_BACKTRACE RUST_LOG JAVA_HOME JDK_HOME MAVEN_HOME GRADLE_HOME KOTLIN_HOME SCALA_HOME ANDROID_HOME',
  'RBENV_ROOT RBENV_VERSION GEM_HOME GEM_PATH BUNDLE_PATH DOTNET_ROOT DOTNET_CLI_TELEMETRY_OPTOUT NUGET_PACKAGES',
  'MIX_HOME MIX_ENV R_HOME R_LIBS JULIA_DEPOT_PATH ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR SDKMAN_DIR NIX_PATH NIX_PROFILES',
  'CC CXX AR LD CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS PKG_CONFIG_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH',
  'LIBRARY_PATH CPATH SSL_CERT_FILE SSL_CERT_DIR LOCALE_ARCHIVE FONTCONFIG_FILE',
  'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_TERMINAL_PROMPT GIT_PAGER PAGER',
].flatMap((line) => line.split(' '));

/** Whatever a pattern says, a name that speaks of a secret stays behind. */
const SPEAKS_OF_SECRET = /token|secret|key|passw|passphrase|credential|auth(?!or)|cookie|private/i;
/** A password inside an address. */
const HOLDS_PASSWORD = /\/\/[^/\s@:]*:[^/\s@]+@/;

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/**
 * The environment of confined code: names from the list and from the user's own patterns (`AWS_REGION`, `MYAPP_*`),
 * without those that speak of a secret, without values that hold a password, and without those that the host's settings
 * hide (`hidden`, whose patterns end in a star, too).
 */
export function sandboxEnvironment(
  env: Readonly<Record<string, string>>,
  patterns: readonly string[] = [],
  hidden: readonly string[] = [],
): Record<string, string> {
  const wanted = [...HANDED_ON, ...patterns];
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        wanted.some((pattern) => matches(name, pattern)) &&
        !hidden.some((pattern) => matches(name, pattern)) &&
        !SPEAKS_OF_SECRET.test(name) &&
        !HOLDS_PASSWORD.test(value),
    ),
  );
}
