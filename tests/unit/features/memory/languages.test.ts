import { describe, expect, test } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { foldFacts } from '#features/memory/fold.ts';
import { renderGuide } from '#features/memory/guide.ts';
import { bash, bashFailed, prompt, sessionOf, stop, used } from './events.ts';

interface Story {
  readonly goal: string;
  readonly rules: readonly string[];
  readonly corrections: readonly string[];
  readonly values: readonly (readonly [older: string, newer: string])[];
  /** Work that was asked for and done: first to go. */
  readonly orders: readonly string[];
  readonly last: string;
  readonly paths: readonly string[];
  readonly broken: string;
  readonly decision: string;
}

const STORIES: Readonly<Record<string, Story>> = {
  'German, Rust': {
    goal: 'Stell den Import der Rechnungen auf das neue Streaming-Format um. Die Beträge müssen auf den Cent gleich bleiben, der Speicher darf 300 MB nicht übersteigen, und am Ende sollen alle Tests in crates/import grün sein.',
    rules: [
      'An der Datei Cargo.lock wird nichts geändert, die pflegt das Release-Team.',
      'Keine neuen Abhängigkeiten, der Kunde prüft jede einzelne.',
    ],
    corrections: ['Halt, ich meinte serde_json, nicht simd_json. Nimm das bitte wieder heraus.'],
    values: [
      ['Der Testserver hört auf Port 7001.', 'Der Testserver hört jetzt auf Port 7055, der alte war belegt.'],
    ],
    orders: [
      'Schreib einen Test für die leere Liste in crates/import/src/list.rs und bring ihn dann zum Laufen, ohne den Formatierer anzufassen.',
      'Benenne parse_row überall in parse_line um, auch in der Dokumentation und in den beiden Skripten unter scripts/.',
      'Zeig die Zahl der übersprungenen Zeilen neben der Summe an und schreib sie auch in das Protokoll des nächtlichen Laufs.',
    ],
    last: 'Als Nächstes die Fehlermeldungen von crates/import/src/reader.rs mit der Zeilennummer versehen.',
    paths: ['crates/import/src/lib.rs', 'crates/import/src/reader.rs', 'crates/core/src/lib.rs'],
    broken: 'cargo test -p import',
    decision: 'Ich habe mich für BufReader entschieden, weil er ohne Kopie auskommt.',
  },
  'Spanish, Go': {
    goal: 'Quiero que el servicio de avisos deje de consultar la base cada segundo y pase a recibir eventos. Los clientes antiguos deben seguir funcionando seis meses, y hace falta una prueba de integración para la reconexión.',
    rules: [
      'En producción solo se lee, jamás un DELETE sobre la tabla avisos_cola.',
      'Los commits los hago yo, tú no subas nada.',
    ],
    corrections: ['Eso no es lo que pedí: usa el paquete slog en vez de zap.'],
    values: [
      [
        'El tiempo de espera del lote es 20s.',
        'El tiempo de espera del lote ahora es 45s, lo midió operaciones.',
      ],
    ],
    orders: [
      'Extrae el bloque de 120 líneas de internal/avisos/cola.go que empieza en el bucle a una función propia y cubre las dos ramas.',
      'Añade una línea de progreso cada 30 segundos mientras corre la importación, y nada cuando la salida no es una terminal.',
    ],
    last: 'Ahora conecta el resultado con internal/panel/vista.go y muestra cuántos avisos se han descartado.',
    paths: ['internal/avisos/cola.go', 'internal/avisos/cola_test.go', 'internal/panel/vista.go'],
    broken: 'go test ./internal/avisos',
    decision: 'Elegí un canal con búfer porque el productor llega a ráfagas.',
  },
  'French, Kotlin': {
    goal: "Ajoute le mode hors ligne à l'écran des commandes : les modifications sont mises en file localement, rejouées dans l'ordre, et les conflits sont montrés à l'utilisateur au lieu d'être fusionnés en silence.",
    rules: [
      "On ne touche à rien sous app/genere, c'est une autre équipe qui le produit.",
      'Pas plus de 100 colonnes par ligne dans ce module.',
    ],
    corrections: ["Ce n'est pas la bonne couche : la validation va dans le dépôt, surtout pas dans la vue."],
    values: [
      [
        "L'hôte de recette est dune-68.example.test.",
        "L'hôte de recette est passé à cedre-98.example.test cette nuit.",
      ],
    ],
    orders: [
      'Écris un test qui échoue pour la liste vide dans app/src/Liste.kt, puis fais-le passer sans toucher au formateur.',
    ],
    last: 'Ensuite, explique en commentaire dans app/src/File.kt pourquoi le budget de reprises est limité.',
    paths: ['app/src/File.kt', 'app/src/Liste.kt'],
    broken: './gradlew test --tests FileTest',
    decision: "J'ai retenu une table de journal parce qu'elle survit à un arrêt brutal.",
  },
  'Japanese, Java': {
    goal: '請求モジュールの丸め処理を新しいパイプラインに移行してください。公開メソッドの署名は変えず、一つのディレクトリずつ移し、最後に全テストが通ることを確認してください。',
    rules: [
      '本番データベースは読み取り専用です。更新は一切しないでください。',
      '依存ライブラリは増やさないこと。',
    ],
    corrections: ['そうではありません。Jackson ではなく Gson を使ってください。'],
    values: [['開発サーバーのポートは 3216 です。', '開発サーバーのポートは 6617 に変わりました。']],
    orders: [
      'src/main/java/billing/List.java の空リストについて失敗するテストを書き、フォーマッタに触れずに通してください。',
    ],
    last: '次に src/main/java/billing/Rounding.java のループを一回の走査にまとめてください。',
    paths: ['src/main/java/billing/Rounding.java', 'src/main/java/billing/Total.java'],
    broken: 'mvn -q test -Dtest=RoundingTest',
    decision: 'BigDecimal を選びました。端数が一致するためです。',
  },
  'Russian, Elixir': {
    goal: 'Нужен журнал всех изменений в заказах: кто, когда, что было и что стало. Он должен пережить падение между записью и журналом и не замедлять основной путь больше чем на пять процентов.',
    rules: ['В ветку release ничего не пушить, она заморожена до четверга.'],
    corrections: ['Нет, не туда: проверка должна быть в контексте, а не в контроллере.'],
    values: [['Тайм-аут очереди 20s.', 'Тайм-аут очереди теперь 45s.']],
    orders: [
      'Переименуй fold_rows в merge_rows везде, включая документацию и два скрипта в каталоге scripts.',
    ],
    last: 'Теперь добавь счётчик пропущенных строк в lib/shop/report.ex.',
    paths: ['lib/shop/orders.ex', 'lib/shop/report.ex'],
    broken: 'mix test test/orders_test.exs',
    decision: 'Я выбрал отдельную таблицу, потому что её проще чистить.',
  },
  'Portuguese, C#': {
    goal: 'Os totais das contas criadas antes de março estão errados por alguns centavos. Encontre a causa, corrija, escreva um teste de regressão com o nome do chamado PAY-6475 e uma nota curta para o suporte.',
    rules: [
      'O formato de exportação é contrato com o banco e fica como está.',
      'Sem pacotes novos, por favor.',
    ],
    corrections: ['Não era isso: os identificadores têm 27 caracteres, você continua cortando.'],
    values: [['A fila usa a tabela pedidos_v1.', 'A fila agora usa a tabela pedidos_v2.']],
    orders: ['Coloque o laço de src/Contas/Soma.cs numa função própria e cubra os dois caminhos com testes.'],
    last: 'Agora mostre a quantidade de linhas ignoradas em src/Contas/Resumo.cs.',
    paths: ['src/Contas/Soma.cs', 'src/Contas/Resumo.cs'],
    broken: 'dotnet test --filter Soma',
    decision: 'Optei por decimal porque double perde centavos.',
  },
};

const eventsOf = ({
  goal,
  rules,
  corrections,
  values,
  orders,
  last,
  paths,
  broken,
  decision,
}: Story): readonly HookEvent[] => [
  prompt(goal),
  used('TaskCreate', { subject: 'Port the reader' }, { task: { id: '11' } }),
  used('TaskUpdate', { taskId: '11', status: 'in_progress' }),
  ...values.map(([older]) => prompt(older)),
  ...rules.map(prompt),
  stop(decision),
  ...orders.map(prompt),
  prompt('👍'),
  ...corrections.map(prompt),
  ...paths.map((path) => used('Edit', { file_path: `/home/dev/app/${path}` })),
  ...values.map(([, newer]) => prompt(newer)),
  bashFailed(broken, 'Exit code 1\nError: expected 3 to be 4'),
  bash('git checkout -b feat/x', "Switched to a new branch 'feat/x'"),
  prompt(last),
];

describe.each(Object.entries(STORIES))('%s', (_name, story) => {
  const text = renderGuide(foldFacts(sessionOf(...eventsOf(story))), { budgetBytes: 2048 });

  test('goal, last request, rules, corrections and current values are there word for word in 2 KB', () => {
    const said = [
      story.goal,
      story.last,
      ...story.rules,
      ...story.corrections,
      ...story.values.map(([, newer]) => newer),
    ];
    expect(said.filter((words) => !text.includes(words))).toEqual([]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  });

  test('no old value stands behind the new one', () => {
    for (const [older, newer] of story.values)
      expect(text.lastIndexOf(older)).toBeLessThan(text.lastIndexOf(newer));
  });

  test('files, task, error and branch are there', () => {
    for (const part of ['[~] #11 Port the reader', story.broken, 'branch feat/x', 'Files modified: '])
      expect(text).toContain(part);
  });

  test('with more room the decision and its reason too', () =>
    expect(renderGuide(foldFacts(sessionOf(...eventsOf(story))), { budgetBytes: 6000 })).toContain(
      story.decision,
    ));
});
