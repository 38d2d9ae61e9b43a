import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../picks/pick.ts';
import { copyOf } from '../text/copy-of.ts';
import type { Line } from '../text/scan-lines.ts';
import { onStarts } from './common/on-starts.ts';
import { shareOf } from './common/share.ts';
import type { Findings, Shape, ShapeReader } from './shape.ts';

/** Lines by which a build or an installation says how far it is; the only group is what they have in common. */
const PROGRESS: readonly RegExp[] = [
  // make and cmake, ninja, bazel.
  /^\[ *\d+%\] (Building \w+|Linking \w+|Built target|Generating|Scanning|Automatic|Copying)/,
  /^\[\d+\/\d+\] (\S+)/,
  // cargo, and what looks like it.
  /^ {1,12}(Compiling|Checking|Downloaded|Downloading|Fresh|Updating|Installing|Documenting|Adding|Removing|Locking|Running) \S/,
  // pip, poetry, uv, gem, bundler, composer, go, nuget, mix.
  /^ *(Collecting|Downloading|Requirement already satisfied:|Using cached|Building wheel|Fetching|Installing|Using|Preparing|Obtaining|Attempting uninstall:|Successfully uninstalled|Unpacking objects:|Resolving|Extracting|Restored|Generated|Compiling|Linking|Created wheel) /,
  /^go: (downloading|finding|extracting|found|added|upgraded) /,
  /^ *[-•] (Downloading|Installing|Upgrading|Removing|Updating|Locking|Syncing|Extracting) /,
  // apt, dpkg, apk, yum.
  /^(Get:|Hit:|Ign:)\d+ /,
  /^(Selecting previously unselected package|Preparing to unpack|Unpacking|Setting up|Processing triggers for|Removing|Fetched) /,
  /^\(\d+\/\d+\) (\w+) /,
  // npm, yarn, pnpm.
  /^(?:npm|yarn|pnpm) (http fetch|sill \w+|verb \w+|info \w+|timing \w+)/,
  /^(Progress: resolved|Packages:|➤ YN\d+:)/,
  // docker.
  /^#\d+ \d+\.\d+ /,
  /^#\d+ (sha256:|extracting|transferring|exporting|writing|naming|CACHED|DONE|resolve|pushing)/,
  /^ ?(?:--->|[0-9a-f]{12}:) (Running in|Using cache|Pull complete|Download complete|Pulling fs layer|Waiting|Verifying Checksum|Already exists|Removed intermediate container|Pushed|Preparing|Layer already exists)/,
  // gradle, maven.
  /^> (Task) :/,
  /^\[INFO\] (Downloading|Downloaded|Progress|Building|Compiling|Copying|Installing|---)/,
  /^(?:Downloading|Downloaded|Progress) (from|\()/,
  // compilers called by make.
  /^ *(CC|CXX|LD|AR|AS|GEN|HOSTCC|CHK|UPD|INSTALL|OBJCOPY)(?:\s|\()/,
  /^(?:\S*\/)?(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ld|ar|javac|rustc) .*\s-?\w*/,
  /^(copying|creating|running|adding|writing|byte-compiling|building) \S/,
];
/** A step that others are part of. */
const STEP = /^(?:Step \d+\/\d+ :|#\d+ \[[^\]]*\d+\/\d+\]|STEP \d+\/\d+:|=> \[|\*\*\* |==> )/;
/** A part of a bundle with its size, as bundlers list them. */
const CHUNK =
  /^ *(?:asset |[├└│]─? |[ƒ○●λ] )*([\w./@~[\]()-]+\.\w{1,5})(?: \(.*?\))? +\|? *([\d.,]+) ?(kB|KiB|KB|MB|MiB|B|bytes|kb|mb|b)\b/;
const UNITS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };
const SHARE = 0.3;
const LARGEST = 6;
const STEPS = 60;
const KEPT_KINDS = 200;

interface Kind {
  count: number;
  last: Line;
}

const progressOf = (text: string): string | undefined => {
  for (const pattern of PROGRESS) {
    const found = pattern.exec(text);
    if (found !== null) return found[1] ?? 'output of steps';
  }
  return undefined;
};

class BuildReader implements ShapeReader {
  private readonly kinds = new Map<string, Kind>();
  private readonly steps: Line[] = [];
  private largest: { readonly line: Line; readonly size: number }[] = [];
  private chunks = 0;

  add(line: Line, text: string): void {
    if (STEP.test(text)) {
      if (this.steps.length < STEPS) this.steps.push(line);
      return;
    }
    const kind = progressOf(text);
    if (kind !== undefined) this.count(kind, line);
    else this.weigh(line, text);
  }

  finish(): Findings {
    const kinds = [...this.kinds]
      .filter(([, { count }]) => count > 1)
      .sort((a, b) => b[1].count - a[1].count);
    const counts = kinds.slice(0, 14).map(([kind, { count }]) => `${formatCount(count)} lines "${kind}"`);
    const notes = [
      counts.length === 0 ? '' : `progress: ${counts.join(', ')}`,
      this.chunks > LARGEST ? `parts with a size: ${formatCount(this.chunks)}, the largest are shown` : '',
    ];
    return { notes: notes.filter((note) => note !== ''), picks: [...this.picks(kinds)] };
  }

  private count(kind: string, line: Line): void {
    const known = this.kinds.get(kind);
    if (known !== undefined) {
      known.count += 1;
      known.last = line;
    } else if (this.kinds.size < KEPT_KINDS) this.kinds.set(copyOf(kind), { count: 1, last: line });
  }

  private weigh(line: Line, text: string): void {
    const found = CHUNK.exec(text);
    if (found === null) return;
    this.chunks += 1;
    const unit = UNITS[(found[3] ?? '').charAt(0).toLowerCase()] ?? 1;
    const size = Number.parseFloat((found[2] ?? '').replaceAll(',', '')) * unit;
    this.largest = [...this.largest, { line, size }].sort((a, b) => b.size - a.size).slice(0, LARGEST);
  }

  private *picks(kinds: readonly (readonly [string, Kind])[]): Generator<Pick> {
    for (const [i, { line }] of this.largest.entries()) yield { line, rank: RANK.shape - i };
    for (const [i, line] of this.steps.entries()) yield { line, rank: RANK.outlier + 5 - i / STEPS };
    // How far it came.
    for (const [, { last }] of kinds) yield { line: last, rank: RANK.sample };
  }
}

/** Builds and installations that tell of every step. */
export const build: Shape = {
  name: 'build',
  recognise: ({ lines }) =>
    lines.length >= 8 &&
    shareOf(lines, (line) => STEP.test(line) || CHUNK.test(line) || progressOf(line) !== undefined) >= SHARE,
  read: () => onStarts(new BuildReader()),
};
