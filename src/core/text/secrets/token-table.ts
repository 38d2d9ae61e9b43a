/** What the body of a token is made of. */
export type Body = 'letters' | 'hex' | 'capitals' | 'url' | 'dotted' | 'base64' | 'path';

/** Tokens that begin with one of these prefixes, exactly so written, go on with at least `min` signs of `body`. */
export interface TokenRule {
  readonly kind: string;
  /** Between blanks. */
  readonly prefixes: string;
  readonly body: Body;
  readonly min: number;
  /** Not more: what goes on is something else. */
  readonly max?: number;
  /** The prefix is no secret: it stays. */
  readonly keepsPrefix?: true;
}

/**
 * Tokens by the prefixes that their makers document for exactly this: to be found. Lengths are a little below theirs, which
 * change over the years. Keys that are meant to be public (Stripe's `pk_`) are none.
 */
export const TOKEN_RULES: readonly TokenRule[] = [
  { kind: 'aws-access-key', prefixes: 'AKIA ASIA ABIA ACCA', body: 'capitals', min: 16, max: 16 },
  { kind: 'github-token', prefixes: 'ghp_ gho_ ghu_ ghs_ ghr_', body: 'letters', min: 30 },
  { kind: 'github-token', prefixes: 'github_pat_', body: 'url', min: 22 },
  {
    kind: 'gitlab-token',
    prefixes: 'glpat- gldt- glrt- glptt- glcbt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-',
    body: 'dotted',
    min: 16,
  },
  {
    kind: 'slack-token',
    prefixes: 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxd- xapp-',
    body: 'url',
    min: 10,
  },
  {
    kind: 'slack-webhook',
    prefixes: 'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/',
    body: 'path',
    min: 20,
    keepsPrefix: true,
  },
  { kind: 'stripe-key', prefixes: 'sk_live_ sk_test_ rk_live_ rk_test_ sk_org_', body: 'letters', min: 16 },
  { kind: 'stripe-webhook-secret', prefixes: 'whsec_', body: 'base64', min: 20 },
  { kind: 'google-api-key', prefixes: 'AIza', body: 'url', min: 33, max: 35 },
  { kind: 'google-oauth', prefixes: 'ya29. GOCSPX- 1//0', body: 'url', min: 20 },
  { kind: 'openai-key', prefixes: 'sk-proj- sk-svcacct- sk-admin- sk-service-', body: 'url', min: 20 },
  { kind: 'openai-key', prefixes: 'sk-', body: 'letters', min: 32 },
  { kind: 'anthropic-key', prefixes: 'sk-ant-', body: 'url', min: 20 },
  { kind: 'openrouter-key', prefixes: 'sk-or-v1- sk-or-', body: 'url', min: 24 },
  { kind: 'npm-token', prefixes: 'npm_', body: 'letters', min: 30 },
  { kind: 'pypi-token', prefixes: 'pypi-AgE', body: 'url', min: 30 },
  { kind: 'rubygems-key', prefixes: 'rubygems_', body: 'hex', min: 40 },
  { kind: 'twilio-key', prefixes: 'SK', body: 'hex', min: 32, max: 32 },
  { kind: 'mailgun-key', prefixes: 'key-', body: 'hex', min: 32, max: 32 },
  { kind: 'azure-signature', prefixes: 'sig=', body: 'base64', min: 40, keepsPrefix: true },
  { kind: 'digitalocean-token', prefixes: 'dop_v1_ doo_v1_ dor_v1_', body: 'hex', min: 32 },
  { kind: 'heroku-key', prefixes: 'HRKU-', body: 'url', min: 24 },
  { kind: 'shopify-token', prefixes: 'shpat_ shpca_ shppa_ shpss_ shptka_', body: 'letters', min: 20 },
  { kind: 'hugging-face-token', prefixes: 'hf_ api_org_', body: 'letters', min: 30 },
  { kind: 'vault-token', prefixes: 'hvs. hvb. hvr.', body: 'url', min: 20 },
  {
    kind: 'doppler-token',
    prefixes: 'dp.pt. dp.st. dp.ct. dp.sa. dp.said. dp.scim. dp.audit.',
    body: 'dotted',
    min: 24,
  },
  { kind: 'age-key', prefixes: 'AGE-SECRET-KEY-1', body: 'capitals', min: 40 },
  {
    kind: 'discord-webhook',
    prefixes: 'discord.com/api/webhooks/ discordapp.com/api/webhooks/',
    body: 'path',
    min: 40,
    keepsPrefix: true,
  },
  { kind: 'databricks-token', prefixes: 'dapi', body: 'hex', min: 32 },
  { kind: 'grafana-token', prefixes: 'glsa_ glc_', body: 'base64', min: 30 },
  { kind: 'linear-key', prefixes: 'lin_api_ lin_oauth_', body: 'letters', min: 30 },
  { kind: 'notion-token', prefixes: 'ntn_ secret_', body: 'letters', min: 40 },
  { kind: 'postman-key', prefixes: 'PMAK-', body: 'url', min: 40 },
  { kind: 'new-relic-key', prefixes: 'NRAK- NRII- NRAL-', body: 'url', min: 24 },
  { kind: 'atlassian-token', prefixes: 'ATATT3 ATCTT3', body: 'base64', min: 40 },
  { kind: 'figma-token', prefixes: 'figd_ figu_', body: 'url', min: 30 },
  { kind: 'sentry-token', prefixes: 'sntrys_ sntryu_', body: 'base64', min: 30 },
  { kind: 'square-token', prefixes: 'sq0atp- sq0csp-', body: 'url', min: 20 },
  { kind: 'supabase-key', prefixes: 'sbp_ sb_secret_', body: 'url', min: 30 },
  { kind: 'planetscale-token', prefixes: 'pscale_tkn_ pscale_pw_ pscale_oauth_', body: 'dotted', min: 30 },
  { kind: 'fly-token', prefixes: 'fm2_ fo1_', body: 'base64', min: 40 },
  { kind: 'docker-token', prefixes: 'dckr_pat_ dckr_oat_', body: 'url', min: 20 },
  { kind: 'tailscale-key', prefixes: 'tskey-', body: 'url', min: 20 },
  { kind: 'pulumi-token', prefixes: 'pul-', body: 'hex', min: 40 },
  { kind: 'groq-key', prefixes: 'gsk_', body: 'letters', min: 40 },
  { kind: 'xai-key', prefixes: 'xai-', body: 'letters', min: 60 },
  { kind: 'perplexity-key', prefixes: 'pplx-', body: 'letters', min: 40 },
  { kind: 'replicate-token', prefixes: 'r8_', body: 'letters', min: 36 },
  { kind: 'langsmith-key', prefixes: 'lsv2_pt_ lsv2_sk_', body: 'url', min: 30 },
  { kind: 'brevo-key', prefixes: 'xkeysib- xsmtpsib-', body: 'url', min: 40 },
  { kind: 'netlify-token', prefixes: 'nfp_', body: 'letters', min: 30 },
  { kind: 'buildkite-token', prefixes: 'bkua_', body: 'hex', min: 40 },
  { kind: 'contentful-token', prefixes: 'CFPAT-', body: 'url', min: 30 },
  { kind: 'artifactory-key', prefixes: 'AKCp', body: 'letters', min: 60 },
  { kind: 'dynatrace-token', prefixes: 'dt0c01.', body: 'dotted', min: 60 },
  { kind: 'alibaba-key', prefixes: 'LTAI', body: 'letters', min: 20, max: 24 },
  { kind: 'easypost-key', prefixes: 'EZAK EZTK', body: 'letters', min: 54 },
  { kind: 'typeform-token', prefixes: 'tfp_', body: 'url', min: 40 },
  { kind: 'shippo-token', prefixes: 'shippo_live_ shippo_test_', body: 'hex', min: 40 },
];
