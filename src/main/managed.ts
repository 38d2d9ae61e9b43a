/** `managed.cjs`: reads settings of device management. Loaded where there can be some: on macOS and Windows. */
import { createManagedReader, systemTools } from '#infra/managed-settings.ts';

/** Reads property lists and registry keys. */
export const managedReader = (systemRoot: string | undefined): ReturnType<typeof createManagedReader> =>
  createManagedReader({ ...systemTools(systemRoot), nowMs: Date.now });
