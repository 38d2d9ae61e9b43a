import type { Random } from './random.ts';

const split = (text: string): readonly string[] => text.trim().split(/\s+/);

const NOUNS = split(`
  invoice warehouse merchant payment ledger account gateway relay scheduler worker tenant session token certificate
  queue batch record report region cluster replica shard bucket cache cursor stream packet socket request response
  header cookie upload download archive snapshot backup restore index table column row lock lease quota limit budget
  retry timeout window ship berth crane dock ferry harbor pilot cargo crate pallet route tide anchor signal beacon
  chart engine cabin deck hull mast sail rudder winch customer order refund coupon basket price tax receipt parcel
  courier driver vehicle depot sensor meter gauge valve pump motor battery switch panel module plugin parser lexer
  compiler linker loader bundle chunk asset image font style layout widget button dialog menu screen page link`);
const VERBS = split(`
  accepted refused sent received opened closed started stopped skipped queued merged split moved copied removed added
  changed checked verified signed renewed loaded stored fetched pushed pulled parsed built linked tested deployed
  restored released held waited answered called returned passed failed counted measured rounded converted`);
const JOINTS = split('after before while because unless until for of in with without by from to');

export const noun = (random: Random): string => random.pick(NOUNS);
export const verb = (random: Random): string => random.pick(VERBS);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `the crate was moved before the pallet of tax`. */
export const sentence = (random: Random): string =>
  `${noun(random)} ${verb(random)} ${random.pick(JOINTS)} ${noun(random)} ${random.pick(JOINTS)} ${noun(random)}`;

/** `parcelRoute`, `ParcelRoute` or `parcel_route`. */
export function identifier(random: Random): string {
  const [first, second] = [noun(random), noun(random)];
  switch (random.below(3)) {
    case 0:
      return first + capital(second);
    case 1:
      return capital(first) + capital(second);
    default:
      return `${first}_${second}`;
  }
}

/** `src/parcel/route-price.ts`. */
export const sourcePath = (random: Random, ending: string): string =>
  `src/${noun(random)}/${noun(random)}-${noun(random)}.${ending}`;
