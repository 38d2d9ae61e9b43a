import type { RequirementId } from '../requirements.ts';
import type { Client } from './clients.ts';
import { installPlugin } from './plugin-manager.ts';
import type { Report } from './report.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

/** The product under test, the same for all scenarios. */
export interface Product {
  /** Address of the git repository that is the marketplace. */
  readonly marketplace: string;
  /** A checkout of the same commit, without node_modules. */
  readonly checkout: string;
}

/** What a scenario works with. */
export interface ScenarioContext extends Product {
  readonly client: Client;
  check(id: RequirementId, passed: boolean, detail?: string): void;
  skip(id: RequirementId, reason: string): void;
  /** Prints a fact that is worth reading but proves nothing. */
  note(text: string): void;
  /** A fresh sandbox, without the plugin; removed after the scenario. */
  emptySandbox(): Sandbox;
  /** A fresh sandbox in which the plugin has been installed from the marketplace. */
  installedSandbox(): Promise<Sandbox>;
}

export interface Scenario {
  readonly name: string;
  run(context: ScenarioContext): Promise<void>;
}

/** Runs a scenario with one client; whatever it throws is a failure of the run, not its end. */
export async function runScenario(
  scenario: Scenario,
  client: Client,
  product: Product,
  report: Report,
): Promise<void> {
  const sandboxes: Sandbox[] = [];
  const emptySandbox = (): Sandbox => {
    const sandbox = makeSandbox();
    sandboxes.push(sandbox);
    return sandbox;
  };
  const context: ScenarioContext = {
    ...product,
    client,
    check: (id, passed, detail = '') => report.check(client.id, scenario.name, id, passed, detail),
    skip: (id, reason) => report.skip(client.id, id, reason),
    note: (text) => console.log(`note [${client.id}] ${scenario.name}: ${text}`),
    emptySandbox,
    installedSandbox: async () => {
      const sandbox = emptySandbox();
      await installPlugin(client, sandbox, product.marketplace);
      return sandbox;
    },
  };
  try {
    await scenario.run(context);
  } catch (error) {
    report.fail(client.id, `${scenario.name} broke: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    if (process.env.E2E_KEEP === undefined) for (const sandbox of sandboxes) sandbox.dispose();
    else for (const { root } of sandboxes) console.log(`kept ${root}`);
  }
}
