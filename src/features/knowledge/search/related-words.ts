import { stem } from '#core/text/stem.ts';

/** Words that texts about software use for one another, whatever the software. A word may stand in several lines. */
const GROUPS = `add append insert
allow permit enable accept
answer reply response
app application
argument parameter arg param
async asynchronous
attempt retry try
auth authentication authorization authenticate login credential
begin start launch initialize
big large huge
build compile bundle
cap limit maximum max threshold
change modify edit alter update
check verify validate assert
choose select pick
clean cleanup purge clear
cmd command
combine merge join
config configuration configure setting option
convert transform parse coerce
copy clone duplicate
correct valid proper
crash panic abort
create make build construct
custom own
db database
delete remove erase drop
different distinct
directory folder dir
disable deactivate
doc documentation
duplicate identical same repeated
environment env
error failure exception fail problem
example sample
exit quit terminate
expect require
fake mock stub
fast quick performance speed
fetch get retrieve obtain load read
flag option switch
forbid disallow ban prohibit prevent avoid
function method
hide mask conceal redact
ignore skip exclude omit
include contain
information info detail
invalid incorrect wrong bad malformed
language locale
limit restrict
list array
mandatory required obligatory
map dictionary object
message msg
minimum min least
multiple several many
nested nesting nest depth
number numeric digit
only exclusive
order sequence sort
password secret
permission access right
persist store save
prefix prepend
print output display show
property field attribute key
release publish
rename alias
replace substitute swap override
request req
secret sensitive private
send transmit post emit
setup install
shrink reduce smaller size
shut close stop end
single one
slow overhead latency
split divide
string text
subcommand command
suffix append
sync synchronous
test spec
uri url address endpoint
user username account
wait delay sleep pause
warn warning
wildcard glob pattern
write save`;

const bySense = new Map<string, Set<string>>();
for (const line of GROUPS.split('\n')) {
  const stems = [...new Set(line.split(' ').map(stem))];
  for (const one of stems) {
    const others = bySense.get(one) ?? new Set();
    for (const other of stems) if (other !== one) others.add(other);
    bySense.set(one, others);
  }
}

/** Terms that may stand for this one in other people's words; empty for most. */
export const relatedTerms = (term: string): readonly string[] => [...(bySense.get(term) ?? [])];
