import { renderFindings } from '#features/doctor/render.ts';
import { renderReport } from '#features/doctor/report.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'check that everything works, and say how to mend what does not',
  usage: `plimsoll doctor [--json | --report]
  --json     one JSON object: findings with state (ok, warning, failure), area, text, fix
  --report   one Markdown report to paste into an issue; secrets and your home folder are taken out
exit code 1 when something does not work`,
  async run({ args, out, diagnose, reportFacts, publish }) {
    const flag = { type: 'boolean' } as const;
    const options = parseOptions(args, { json: flag, report: flag }, 0);
    const findings = await diagnose();
    if (options.flag('report')) out(publish(renderReport(findings, await reportFacts())));
    else if (options.flag('json')) out(JSON.stringify({ findings }));
    else out(renderFindings(findings));
    return findings.some(({ state }) => state === 'failure') ? 1 : 0;
  },
};
