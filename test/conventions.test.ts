import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const sources = globSync('{contract,server,web,test,bench}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.endsWith('routeTree.gen.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const importsOf = ({ file, text }: { file: string; text: string }) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) =>
    name!.startsWith('#')
      ? name!.slice(1)
      : name!.startsWith('.')
        ? path.join(path.dirname(file), name!)
        : name!,
  );

/** All violations of a rule, as "file: what", so the test's output shows them. */
const offenders = (rule: (source: { file: string; text: string }) => readonly string[]) =>
  sources.flatMap((source) => rule(source).map((what) => `${source.file}: ${what}`));

/** The rooms of features, lowest first: a room imports only from those before it. */
const ROOMS = ['company', 'projects', 'sales', 'banking', 'legal', 'works', 'money', 'care', 'overview'];
const TREES = ['contract', 'server/modules', 'web/office/features', 'web/customer/pages'];
/** Room and feature of a file in that tree; undefined for files beside the rooms. */
function featureOf(file: string, tree: string): string | undefined {
  if (!file.startsWith(`${tree}/`)) return undefined;
  const [room, feature, inside] = file.slice(tree.length + 1).split('/');
  return inside && ROOMS.includes(room!) ? `${room}/${feature}` : undefined;
}
const floorOf = (file: string) => ROOMS.findIndex((room) => file.includes(`/${room}/`));

/** Imports of one feature from another. */
const between = (tree: string) =>
  sources
    .filter(({ file }) => file.startsWith(`${tree}/`) && !/\.test\.tsx?$/.test(file))
    .flatMap((source) =>
      importsOf(source)
        .filter((to) => featureOf(to, tree) && featureOf(to, tree) !== featureOf(source.file, tree))
        .map((to) => ({ from: source.file, to, name: `${source.file} -> ${to}` })),
    );

/** Import cycles in a tree: one list of features per cycle. */
function circlesOf(tree: string): string[][] {
  const imports = Map.groupBy(between(tree), ({ from }) => featureOf(from, tree)!);
  const reachedFrom = (feature: string) => {
    const reached = new Set<string>();
    const open = [feature];
    for (const one of open)
      for (const { to } of imports.get(one) ?? []) {
        const next = featureOf(to, tree)!;
        if (!reached.has(next)) open.push(next);
        reached.add(next);
      }
    return reached;
  };
  const reached = new Map([...imports.keys()].map((feature) => [feature, reachedFrom(feature)]));
  const circles = [...reached.keys()].map((feature) =>
    [...reached.get(feature)!].filter((other) => reached.get(other)?.has(feature)).toSorted(),
  );
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()].filter(
    (circle) => circle.length > 0,
  );
}

/** Files that may write tables of other features, and why. */
const WRITES_ALL = [
  ['server/modules/overview/setup/erase.service.ts', 'empties the demonstration, whatever is in it'],
  ['server/modules/overview/privacy/purge.service.ts', 'takes a person out of all that names them'],
  ['server/demo/', 'writes the past of a company, which no use case can'],
  ['server/seed.ts', 'puts in what an empty database begins with'],
] as const;

/** What a text writes to: the constants of tables, and their names in raw SQL. */
const writesOf = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)].map(([, constant]) => constant!),
    ...[...text.matchAll(/\b(?:insert into|update|delete from|truncate)\s+(?:\$\{(\w+)\}|(\w+))/gi)].map(
      ([, constant, name]) => constant ?? name!.toLowerCase(),
    ),
  ]);

/** Statements that write the table of another feature. */
function foreignWrites(): string[] {
  const written = sources.filter(
    ({ file }) =>
      file.startsWith('server/') &&
      !file.startsWith('server/kernel/') &&
      !file.endsWith('.test.ts') &&
      !WRITES_ALL.some(([where]) => file.startsWith(where)),
  );
  const tables = written.flatMap(({ file, text }) =>
    file.endsWith('.table.ts')
      ? [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, constant, name]) => ({
          home: path.dirname(file),
          constant: constant!,
          name: name!,
        }))
      : [],
  );
  expect(tables.length).toBeGreaterThan(100);
  return written.flatMap(({ file, text }) => {
    const writes = writesOf(text);
    return tables
      .filter(
        ({ home, constant, name }) =>
          path.dirname(file) !== home && (writes.has(constant) || writes.has(name)),
      )
      .map(({ name }) => `${file} writes ${name}`);
  });
}

describe('the layout', () => {
  test('there are source files to check', () => {
    expect(sources.length).toBeGreaterThan(150);
  });

  test('contract imports only zod and itself', () => {
    expect(
      offenders((source) =>
        source.file.startsWith('contract/') && !source.file.endsWith('.test.ts')
          ? importsOf(source).filter((name) => name !== 'zod' && !name.startsWith('contract/'))
          : [],
      ),
    ).toEqual([]);
  });

  test('web and server do not import each other', () => {
    expect(
      offenders((source) =>
        importsOf(source).filter(
          (name) =>
            (source.file.startsWith('web/') && name.startsWith('server/')) ||
            (source.file.startsWith('server/') && name.startsWith('web/')),
        ),
      ),
    ).toEqual([]);
  });

  test('office and customer pages do not import each other', () => {
    expect(
      offenders((source) =>
        importsOf(source).filter(
          (name) =>
            (source.file.startsWith('web/office/') && name.startsWith('web/customer/')) ||
            (source.file.startsWith('web/customer/') && name.startsWith('web/office/')),
        ),
      ),
    ).toEqual([]);
  });

  test('functions and triggers are in migrations/sql, and only one snapshot is kept', () => {
    const inside = (pattern: string) => globSync(pattern, { cwd: path.join(root, 'migrations') });
    // The baseline has the one function that indexes depend on.
    const later = inside('*.sql').filter((file) => file !== '0000_baseline.sql');
    const made = later.filter((file) =>
      /create (or replace )?(function|(constraint )?trigger)/i.test(
        readFileSync(path.join(root, 'migrations', file), 'utf8'),
      ),
    );
    expect(made).toEqual([]);
    expect(inside('meta/*_snapshot.json')).toHaveLength(1);
  });

  test('the kernel imports no module', () => {
    expect(
      offenders((source) =>
        source.file.startsWith('server/kernel/')
          ? importsOf(source).filter((name) => name.startsWith('server/modules'))
          : [],
      ),
    ).toEqual([]);
  });

  test('a server feature imports from another only services and, for joins, tables and row scopes', () => {
    const open = /\.(service|table|scope)\.ts$/;
    const taken = between('server/modules').filter(({ to }) => !open.test(to));
    expect(taken.map(({ name }) => name)).toEqual([]);
  });

  test.each(TREES)('imports of %s go only to lower rooms', (tree) => {
    const upward = between(tree).filter(({ from, to }) => floorOf(to) > floorOf(from));
    expect(upward.map(({ name }) => name)).toEqual([]);
  });

  test.each(TREES)('features of %s have no import cycles', (tree) => {
    expect(circlesOf(tree)).toEqual([]);
  });

  test("only a table's own feature writes to it", () => {
    expect(foreignWrites()).toEqual([]);
  });

  test('no "for update" lock: it blocks foreign key checks, which would lock out of order', () => {
    expect(
      offenders(({ text, file }) =>
        /\bfor update\b|for\('update'/i.test(text) && file.startsWith('server/') ? ['for update'] : [],
      ),
    ).toEqual([]);
  });

  test('every scheduled job is in the table of docs/operations.md', () => {
    const told = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
    expect(
      offenders(({ file, text }) =>
        file.endsWith('.jobs.ts')
          ? [...text.matchAll(/name: '(\w+\.\w+)',(?:(?!\bjob\()[^])*?cron:/g)].flatMap(([, name]) =>
              told.includes(`\`${name}\``) ? [] : [name!],
            )
          : [],
      ),
    ).toEqual([]);
  });

  test('files have at most 400 lines', () => {
    expect(
      offenders(({ text }) => (text.split('\n').length > 401 ? [`${text.split('\n').length} lines`] : [])),
    ).toEqual([]);
  });

  test('every customer page of the contract has its component', () => {
    const named = sources
      .filter(({ file }) => /^contract\/.*pages\.ts$/i.test(file))
      .flatMap(({ text }) => [...text.matchAll(/name: '([a-z]+\/\w+\/[A-Z]\w+)'/g)].map(([, name]) => name!));
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !existsSync(path.join(root, `web/customer/pages/${name}.tsx`)))).toEqual(
      [],
    );
  });

  test('there are no barrel files', () => {
    expect(
      offenders(({ file }) => (/\/index\.tsx?$/.test(file) && !file.includes('/routes/') ? ['barrel'] : [])),
    ).toEqual([]);
  });

  test('there are no TODOs and no test waits for time to pass', () => {
    const loose = /TO[D]O|FIX[M]E|\.only[(]|waitFor[T]imeout|@ts-ig[n]ore/;
    expect(
      offenders(({ file, text }) => (file.endsWith('conventions.test.ts') ? [] : (text.match(loose) ?? []))),
    ).toEqual([]);
  });
});

describe('docs/spec-coverage.md', () => {
  const text = readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8');
  const tests = new Set(
    globSync('{contract,server,web,test}/**/*.{test,e2e}.{ts,tsx}', { cwd: root }).map((file) =>
      path.basename(file),
    ),
  );

  test('names only tests that exist', () => {
    const named = [...text.matchAll(/`([\w/.]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name]) =>
      path.basename(name!),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((name) => !tests.has(name))).toEqual([]);
  });

  test('names a test for every line, or says that the line comes later', () => {
    const rows = text.split('\n').filter((line) => /^\| (?!-|lines? |says )/.test(line));
    expect(rows.filter((row) => !/\.(test|e2e)\.tsx?`|\bmatrix\b|\bfuzz\b|\blater\b/.test(row))).toEqual([]);
  });
});

describe('the names of features', () => {
  const featuresOf = (tree: string) => new Set(sources.flatMap(({ file }) => featureOf(file, tree) ?? []));
  /** Features of a screen or of the contract that need no code of their own on the server. */
  const without = new Map([
    ['overview/frame', 'the frame around all pages of the office'],
    ['overview/salePage', 'puts the parts of a sale together, each from its own feature'],
    ['company/errors', 'what a customer sees instead of a page'],
  ]);
  test('are the same in contract, server and web', () => {
    const served = featuresOf('server/modules');
    expect(served.size).toBeGreaterThan(50);
    const others = TREES.filter((tree) => tree !== 'server/modules').flatMap((tree) =>
      [...featuresOf(tree)].map((feature) => ({ tree, feature })),
    );
    expect(
      others
        .filter(({ feature }) => !served.has(feature) && !without.has(feature))
        .map(({ tree, feature }) => `${tree}/${feature}`),
    ).toEqual([]);
    const used = new Set(others.map(({ feature }) => feature));
    expect([...without.keys()].filter((feature) => served.has(feature) || !used.has(feature))).toEqual([]);
  });
});

describe('the forms of the office', () => {
  /** The kit itself, what it is tried with, a filter that is typed, and the comment that is sent from below a record. */
  const kit = /^web\/office\/ui\/(?:form\/|FormDrawer|RecordDrawer|ActivityStream|table\/FilterChips)/;

  test('no feature builds a form, a drawer or its state by hand', () => {
    const raw = sources
      .filter(({ file }) => /^web\/office\/(?:features|ui)\/(?!.*\.test\.tsx$)/.test(file) && !kit.test(file))
      .filter(({ text }) => /<form\b|<Drawer\s|\buseForm[<(]/.test(text))
      .map(({ file }) => file);
    expect(raw).toEqual([]);
  });

  /** Forms that the common cases cannot drive: they send more than one request for one submit. */
  const apart: Record<string, string> = {
    'web/office/features/banking/applications/FollowUpsDrawer.tsx': 'one request for each application',
    'web/office/features/banking/bankData/BankCsvDrawer.tsx': 'a dry run first',
    'web/office/features/banking/bankForms/BankFormPage.tsx': 'two forms on one page',
    'web/office/features/banking/bankForms/BankTemplate.tsx': 'a file is read first',
    'web/office/features/care/campaigns/CampaignDrawer.tsx': 'the count is a call of its own',
    'web/office/features/money/bankReconciliations/OpeningDrawer.tsx': 'a list of items beside months',
    'web/office/features/money/bankReconciliations/StartDrawer.tsx': 'months counted from today',
    'web/office/features/money/books/JournalFormatDrawer.tsx': 'a list of columns with their preview',
    'web/office/features/money/invoices/InvoiceForm.tsx': 'its files are sent after it',
    'web/office/features/money/issuedInvoices/IssueDrawer.tsx': 'lines with amounts in centavos',
    'web/office/features/money/paymentBatches/BatchDrawer.tsx': 'it chooses among records of several kinds',
    'web/office/features/money/paymentBatches/FormatDrawer.tsx': 'a list of columns of a stored file format',
    'web/office/features/money/pettyCash/PettyVoucherDrawer.tsx': 'a photograph beside amounts in centavos',
    'web/office/features/money/statements/ImportStatementDrawer.tsx': 'a dry run first',
    'web/office/features/sales/prospects/NextDayDrawer.tsx': 'one request for each prospect',
    'web/office/features/sales/workers/BulkAssign.tsx': 'one request for each sale',
    'web/office/features/sales/workers/ReassignDrawer.tsx': 'a preview by the same call',
  };

  test('every form has a case in forms.test.tsx', () => {
    const cases = sources.filter(({ file }) => /features\/(\w+\/\w+Forms|forms\.test)\.tsx$/.test(file));
    const tried = cases.map(({ text }) => text).join('\n');
    const forms = sources
      .filter(({ file, text }) => file.startsWith('web/office/features/') && /\buseRecordForm\(/.test(text))
      .map(({ file }) => file);
    expect(forms.length).toBeGreaterThan(80);
    expect(forms.filter((file) => !tried.includes(`/${path.basename(file)}'`)).toSorted()).toEqual(
      Object.keys(apart),
    );
  });
});

describe('the lists and links of the office', () => {
  const features = sources.filter(
    ({ file }) => file.startsWith('web/office/features/') && !/\.test\.tsx?$/.test(file),
  );
  /** A grid of switches: Ctrl and arrows move in it, its heads hold buttons, and it has cards of its own on a phone. */
  const grids = ['web/office/features/company/roles/GrantMatrix.tsx'];
  /** A table that somebody wrote in Markdown: it has no rows that a page knows. */
  const written = ['web/office/features/company/manual/MarkdownText.tsx'];

  test('no feature builds a table by hand: DataTable and ShortTable adapt to phones', () => {
    const raw = features.filter(({ text }) => /<[Tt]able\b/.test(text)).map(({ file }) => file);
    expect(raw.toSorted()).toEqual([...grids, ...written].toSorted());
  });

  test('every page of one record has a loader, so that hovering its link fetches the data', () => {
    const pages = sources.filter(({ file }) => /^web\/office\/routes\/oficina\/.*\$\w+\.tsx$/.test(file));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter(({ text }) => !/\bloader:/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('no feature hard-codes a page URL: links name a route, which is type-checked', () => {
    /** Files whose URLs are no links: full page loads, the worker, the menu sent by the server. */
    const named = ['company/auth/', 'overview/frame/useOfficeMenu.ts', 'sales/prospects/quick/', '/field/'];
    const literal = /(?<!\bto(?:=|: |=\{))["'`]\/oficina\b/;
    expect(
      features
        .filter(({ file }) => !named.some((one) => file.includes(one)))
        .flatMap(({ file, text }) =>
          text
            .split('\n')
            .filter((line) => literal.test(line))
            .map((line) => `${file}: ${line.trim()}`),
        ),
    ).toEqual([]);
  });
});

describe('states and types', () => {
  /** A state or type field compared with a number. */
  const literal = [
    /\bfrom: \[\d/,
    /\b\w*(?:state|stage|type|event|action)(?:_id|Id)\b\}?\s*(?:=|<>|!=|<|>|<=|>=|===|!==|in|not in|between)\s*[([]?\s*\d/i,
    /\b\w*(?:state|stage|type)(?:_id|Id)\b\??:\s*\[?\d/i,
    /(?:eq|ne|inArray)\([\w.]*(?:state|stage|type|action)Id, \[?\d/i,
    /\[\d+(?:, \d+)+\]\.includes/,
    /STATES?\b[^=\n]*= \[\d/,
  ];
  /** Seeds, the demo, tests and forms contain rows; catalogues define the ids. */
  const told = /\.(?:test|e2e)\.tsx?$|^server\/demo\/|\.seed\.ts$|Lists\.ts$|Forms\.tsx$|^(?:test|bench)\//;
  /** Not states: a layout of rows, and HTTP statuses. */
  const others = ['web/office/features/company/users/UserSummary.tsx', 'web/office/lib/outbox/send.ts'];

  test('rules and queries use their names, not their numbers', () => {
    expect(
      offenders(({ file, text }) =>
        told.test(file) || others.includes(file)
          ? []
          : text.split('\n').filter((line) => literal.some((one) => one.test(line))),
      ),
    ).toEqual([]);
  });
});
