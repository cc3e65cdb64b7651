import { createFileRoute } from '@tanstack/react-router';
import { listRules } from '#contract/money/statements/rules.ts';
import { RulesPage } from '#web/office/features/money/statements/RulesPage.tsx';
import { RulesSearch } from '#web/office/features/money/statements/statementsSearch.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/extractos/reglas')({
  staticData: { title: 'Reglas de líneas', module: 'contabilidad', help: 'extractos#reglas-que-apartan' },
  validateSearch: RulesSearch,
  loader: ({ context }) => preload(context, listRules, {}),
  component: () => <RulesPage search={Route.useSearch()} />,
});
