/**
 * What a folder's index leaves out unless it is named itself: what tools made or fetched, what is no text, and what is
 * secret. All of it can be re-included by a `!` rule of a `.gitignore`.
 */
export type DefaultReason = 'generated' | 'binary' | 'secret';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Folders of fetched packages, caches and build output, whatever lies beside them. */
const FOLDERS = words(`
  node_modules bower_components jspm_packages .yarn .pnpm-store .npm
  dist .next .nuxt .svelte-kit .output .turbo .parcel-cache .vite .angular .docusaurus .astro
  .cache __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .venv venv .eggs .ipynb_checkpoints site-packages
  .gradle .dart_tool .terraform .serverless .bundle DerivedData Pods elm-stuff .stack-work
  .nyc_output htmlcov third_party .hg .svn .bzr .jj .idea .vs
`);

/** Names that are build output or fetched code only where the tool's own file lies beside them. */
const FOLDERS_BESIDE: ReadonlyMap<string, RegExp> = new Map([
  [
    'build',
    /^(?:package\.json|build\.gradle(?:\.kts)?|CMakeLists\.txt|setup\.py|pyproject\.toml|meson\.build|pubspec\.yaml)$/,
  ],
  ['target', /^(?:Cargo\.toml|pom\.xml|build\.sbt|project\.clj)$/],
  ['vendor', /^(?:go\.mod|composer\.json|Gemfile|package\.json|Cargo\.toml)$/],
  ['coverage', /^package\.json$/],
  ['obj', /\.(?:cs|fs|vb)proj$/],
  ['bin', /\.(?:cs|fs|vb)proj$/],
  ['_build', /^(?:mix\.exs|dune-project)$/],
  ['deps', /^mix\.exs$/],
  ['.build', /^Package\.swift$/],
]);

const FILES = words(`
  package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock
  cargo.lock poetry.lock pipfile.lock pdm.lock uv.lock composer.lock gemfile.lock go.sum go.work.sum flake.lock mix.lock
  pubspec.lock podfile.lock package.resolved packages.lock.json paket.lock gradle.lockfile .terraform.lock.hcl
  .ds_store thumbs.db .pnp.cjs .pnp.loader.mjs .eslintcache .tsbuildinfo
`);
const GENERATED_FILE = /\.(?:min\.(?:[cm]?js|css|html)|(?:[cm]?js|css|ts)\.map|map|tsbuildinfo|pyc|class)$/i;

const SECRET_FILE =
  /^(?:\.env(?:\.(?!example$|sample$|template$|dist$)[\w.-]+)?|\.envrc|\.netrc|\.npmrc|\.pypirc|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|p12|pfx|key|keystore|jks|kdbx|ppk))$/i;

/** Endings of files that are no text; the others are looked into. */
const BINARY_ENDINGS = words(`
  png jpg jpeg gif webp avif bmp ico icns tif tiff psd ai eps heic xcf sketch fig
  mp3 mp4 m4a m4v mov avi mkv webm ogg oga ogv opus wav flac aac wma flv mid midi
  zip gz tgz bz2 xz zst lz4 lzma 7z rar tar jar war ear whl egg gem nupkg deb rpm apk ipa dmg iso img crx xpi cab msi
  exe dll so dylib a o lib ko elf bin sys pdb ilk wasm node class pyc pyo pyd beam rlib rmeta dex
  pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi
  woff woff2 ttf otf eot
  db sqlite sqlite3 mdb parquet arrow feather orc avro npy npz pkl pickle h5 hdf5 onnx pt pth safetensors gguf tflite joblib mat rds rdata
  swf fla blend fbx glb gltf stl 3ds unitypackage pak lmdb
`);

const ending = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
};

/** Why this folder is left out; undefined when it is not. `siblings` are the names beside it. */
export function folderDefault(name: string, siblings: readonly string[]): DefaultReason | undefined {
  if (FOLDERS.has(name) || /\.egg-info$/.test(name)) return 'generated';
  const maker = FOLDERS_BESIDE.get(name);
  return maker !== undefined && siblings.some((sibling) => maker.test(sibling)) ? 'generated' : undefined;
}

/** Why a file of this name is left out; undefined when it is not. */
export function fileDefault(name: string): DefaultReason | undefined {
  if (FILES.has(name.toLowerCase()) || GENERATED_FILE.test(name)) return 'generated';
  if (SECRET_FILE.test(name)) return 'secret';
  return BINARY_ENDINGS.has(ending(name)) ? 'binary' : undefined;
}
