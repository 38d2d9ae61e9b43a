import { defineConfig } from 'vitest/config';

/** One project per kind of test; `npm run check` runs the fast three, `npm test` adds integration. */
const project = (name: string, testTimeout: number) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], testTimeout, hookTimeout: testTimeout },
});

export default defineConfig({
  test: {
    globalSetup: ['tests/helpers/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      project('unit', 10_000),
      project('contract', 30_000),
      project('architecture', 30_000),
      project('integration', 60_000),
      project('package', 180_000),
    ],
  },
});
