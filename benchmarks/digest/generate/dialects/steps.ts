import { stamped, type Tool } from './failure.ts';

const list = <T>(items: readonly T[], print: (item: T, at: number) => string): string =>
  items.map(print).join('\n');
const wide = (text: string): string => `│ ${text}`;

/** Installations, images, deployments. */
export const STEPS: readonly Tool[] = [
  {
    id: 'ansible',
    kind: 'builds',
    exit: 2,
    held: false,
    seed: 521,
    size: [8, 20, 3],
    start: () =>
      '\nPLAY [web] *********************************************************************\n\nTASK [Gathering Facts] *********************************************************\nok: [web1]\nok: [web2]',
    passed: (it) =>
      `\nTASK [shop : ${it.name}] ***********************************************\nok: [web1]\nchanged: [web2]`,
    failed: (it) =>
      `\nTASK [shop : ${it.name}] ***********************************************\nchanged: [web1]\nfatal: [web2]: FAILED! => {"changed": false, "msg": "Unable to start service ${it.snake}: exit ${it.expected}", "rc": 1}\n...ignoring`,
    end: () =>
      '\nPLAY RECAP *********************************************************************\nweb1                       : ok=160  changed=41   unreachable=0    failed=0    skipped=3    rescued=0    ignored=0   \nweb2                       : ok=157  changed=40   unreachable=0    failed=3    skipped=3    rescued=0    ignored=0   ',
    facts: (it) => [it.name, it.snake, `exit ${it.expected}`],
    summary: () => 'failed=3',
  },
  {
    id: 'docker-build',
    kind: 'builds',
    exit: 1,
    held: false,
    seed: 522,
    size: [10, 24, 1],
    start: () =>
      '#0 building with "default" instance using docker driver\n\n#1 [internal] load build definition from Dockerfile\n#1 transferring dockerfile: 412B done\n#1 DONE 0.0s\n\n#5 [build 3/6] RUN npm ci\n',
    passed: (it) =>
      `#5 ${(it.line / 10).toFixed(3)} npm http fetch GET 200 https://registry.npmjs.org/${it.suite}-${it.n} 112ms (cache miss)`,
    failed: (it) =>
      `#5 ${(it.line / 10).toFixed(3)} npm error code E404\n#5 ${(it.line / 10).toFixed(3)} npm error 404 Not Found - GET https://registry.npmjs.org/@shop%2f${it.suite}-${it.n}\n#5 ${(it.line / 10).toFixed(3)} npm error 404  '@shop/${it.suite}-${it.n}@^${it.n}.2.0' is not in this registry.`,
    end: () =>
      '#5 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1\n------\n > [build 3/6] RUN npm ci:\n38.21 npm error 404 Not Found\n------\nDockerfile:9\n--------------------\n   7 |     WORKDIR /src\n   8 |     COPY package*.json ./\n   9 | >>> RUN npm ci\n  10 |     COPY . .\n--------------------\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
    facts: (it) => [`@shop%2f${it.suite}-${it.n}`, 'Dockerfile:9'],
    summary: () => 'ERROR: failed to solve',
  },
  {
    id: 'terraform-errors',
    kind: 'builds',
    exit: 1,
    held: false,
    seed: 523,
    size: [10, 20, 7],
    passed: (it) => `aws_instance.${it.suite}_${it.n}: Refreshing state... [id=i-0${it.line}af${it.n}]`,
    failed: (it) => `aws_instance.${it.suite}_${it.n}: Refreshing state... [id=i-0${it.line}ae${it.n}]`,
    end: (f) =>
      list(
        f,
        (it) =>
          `╷\n${wide('Error: Reference to undeclared resource')}\n│ \n${wide(`  on modules/${it.suite}/main.tf line ${it.line}, in resource "aws_instance" "${it.snake}":`)}\n${wide(`  ${it.line}:   subnet_id = aws_subnet.${it.pascal}.id`)}\n│ \n${wide(`A managed resource "aws_subnet" "${it.pascal}" has not been declared in`)}\n${wide(`module.${it.suite}.`)}\n╵`,
      ),
    facts: (it) => [`main.tf line ${it.line}`, it.pascal],
    summary: () => 'Error: Reference to undeclared resource',
  },
  {
    id: 'kubectl-apply',
    kind: 'builds',
    exit: 1,
    held: false,
    seed: 524,
    size: [10, 20, 6],
    prefix: stamped,
    passed: (it) => `deployment.apps/${it.suite}-${it.n} unchanged`,
    failed: (it) =>
      `The Deployment "${it.suite}-${it.n}" is invalid: spec.template.spec.containers[0].image: Required value: ${it.snake}`,
    end: () => 'error: timed out waiting for the condition on deployments/shop',
    facts: (it) => [`"${it.suite}-${it.n}" is invalid`, it.snake],
    summary: () => 'timed out waiting',
  },
  {
    id: 'pnpm-install',
    kind: 'builds',
    exit: 1,
    held: true,
    seed: 621,
    size: [10, 20, 3],
    start: () => 'Scope: all 12 workspace projects\nProgress: resolved 1, reused 0, downloaded 0, added 0',
    passed: (it) => `Progress: resolved ${it.line * 3}, reused ${it.line}, downloaded ${it.n}, added 0`,
    failed: (it) =>
      ` WARN  deprecated ${it.suite}-${it.n}@1.0.0: use ${it.snake} instead\n ERR_PNPM_PEER_DEP_ISSUES  Unmet peer dependencies\n\napps/${it.suite}\n└─┬ @shop/${it.snake} ${it.n}.0.0\n  └── ✕ unmet peer react@^19.0.0: found 18.3.${it.n}`,
    end: () =>
      ' ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  @shop/web@1.0.0 build: `vite build`\nExit status 1\n ELIFECYCLE  Command failed with exit code 1.',
    facts: (it) => [`@shop/${it.snake}`, `found 18.3.${it.n}`],
    summary: () => 'ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL',
  },
  {
    id: 'pip-conflict',
    kind: 'builds',
    exit: 1,
    held: true,
    seed: 622,
    size: [10, 20, 1],
    passed: (it) =>
      `Collecting ${it.suite}-${it.n}\n  Downloading ${it.suite}_${it.n}-1.0.${it.n}-py3-none-any.whl (${it.line} kB)`,
    failed: (it) =>
      `INFO: pip is looking at multiple versions of ${it.snake} to determine which version is compatible with other requirements. This could take a while.`,
    end: (f) =>
      list(
        f,
        (it) =>
          `ERROR: Cannot install -r requirements.txt (line ${it.line}) and ${it.snake}==${it.n}.0 because these package versions have conflicting dependencies.\n\nThe conflict is caused by:\n    The user requested numpy<2\n    ${it.snake} ${it.n}.0 depends on numpy>=2.1\n\nTo fix this you could try to:\n1. loosen the range of package versions you've specified\n2. remove package versions to allow pip to attempt to solve the dependency conflict\n\nERROR: ResolutionImpossible: for help visit https://pip.pypa.io/en/latest/topics/dependency-resolution/`,
      ),
    facts: (it) => [`(line ${it.line})`, 'The user requested numpy<2', `${it.n}.0 depends on numpy>=2.1`],
    summary: () => 'ResolutionImpossible',
  },
  {
    id: 'maven-in-ci',
    kind: 'builds',
    exit: 1,
    held: true,
    seed: 623,
    size: [10, 20, 8],
    prefix: stamped,
    passed: (it) =>
      `[INFO] Downloaded from central: https://repo.maven.apache.org/maven2/org/${it.suite}/${it.n}/${it.snake}.pom (${it.line} kB at 90 kB/s)`,
    failed: (it) =>
      `[INFO] Downloading from central: https://repo.maven.apache.org/maven2/org/${it.suite}/${it.n}/${it.snake}.pom`,
    end: (f) =>
      `[INFO] -------------------------------------------------------------\n[ERROR] COMPILATION ERROR : \n[INFO] -------------------------------------------------------------\n${list(f, (it) => `[ERROR] /src/src/main/java/shop/${it.pascal}.java:[${it.line},17] cannot find symbol\n[ERROR]   symbol:   method ${it.snake}()\n[ERROR]   location: class shop.${it.suite}`)}\n[INFO] ${f.length} errors \n[INFO] -------------------------------------------------------------\n[INFO] BUILD FAILURE\n[INFO] -------------------------------------------------------------\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile (default-compile) on project shop: Compilation failure: Compilation failure: `,
    facts: (it) => [`${it.pascal}.java:[${it.line},17]`, `method ${it.snake}()`],
    summary: (f) => `${f} errors`,
  },
  {
    id: 'cmake-ninja',
    kind: 'builds',
    exit: 1,
    held: true,
    seed: 624,
    size: [10, 24, 4],
    passed: (it) => `[${it.n}/240] Building CXX object CMakeFiles/shop.dir/${it.suite}/${it.snake}.cpp.o`,
    failed: (it) =>
      `[${it.n}/240] Linking CXX executable bin/${it.suite}_tool\nFAILED: bin/${it.suite}_tool \n: && /usr/bin/c++ -O2 -o bin/${it.suite}_tool CMakeFiles/${it.suite}.dir/main.cpp.o libshop.a && :\n/usr/bin/ld: CMakeFiles/${it.suite}.dir/main.cpp.o: in function \`main':\nmain.cpp:(.text+0x${it.line}): undefined reference to \`${it.snake}(int)'\ncollect2: error: ld returned 1 exit status`,
    end: () => 'ninja: build stopped: subcommand failed.',
    facts: (it) => [`FAILED: bin/${it.suite}_tool`, `undefined reference to \`${it.snake}(int)'`],
    summary: () => 'ninja: build stopped',
  },
];
