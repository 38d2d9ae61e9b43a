import { type Complaints, type SettingsLayer, valueAt } from './settings-layer.ts';

export interface ScalarQuestion {
  readonly path: string;
  /** The value that permits more: files without the user's trust cannot set it. */
  readonly wide: boolean;
  readonly fallback: boolean;
  /** Scopes whose value is passed over whatever it is. */
  readonly deaf?: readonly SettingsLayer['source']['scope'][];
}

/** The truth value of the highest file that sets it. Warns when a lower file was stricter. */
export function mergeTruth(
  layers: readonly SettingsLayer[],
  { path, wide, fallback, deaf = [] }: ScalarQuestion,
  complaints: Complaints,
): boolean {
  const given = layers.flatMap((layer) => {
    const value = valueAt(layer, path, complaints);
    if (value === undefined) return [];
    if (typeof value !== 'boolean') {
      complaints.problem(`${layer.source.file}: ${path} is neither true nor false`);
      return [];
    }
    const isDeaf = deaf.includes(layer.source.scope) || (value === wide && !layer.mayWiden);
    if (isDeaf && value === wide)
      complaints.warning(`${layer.source.file}: ${path} is ${value} there; ignored in this file`);
    return isDeaf ? [] : [{ value, file: layer.source.file }];
  });
  const [first, ...lower] = given;
  if (first === undefined) return fallback;
  const stricter = first.value === wide ? lower.find(({ value }) => value !== wide) : undefined;
  if (stricter !== undefined)
    complaints.warning(
      `${path} is ${stricter.value} in ${stricter.file} and ${first.value} in ${first.file}, which comes first`,
    );
  return first.value;
}
