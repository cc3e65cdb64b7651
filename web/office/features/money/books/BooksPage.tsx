import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PayablesTab, ReceivablesTab } from './AgedTabs.tsx';
import { BalanceTab, TrialTab } from './BalanceTabs.tsx';
import { FormatsTab } from './FormatsTab.tsx';
import { BanksTab } from './BanksTab.tsx';
import { HousesTab, TaxesTab } from './HousesTab.tsx';
import { CashTab, IncomeTab } from './MonthTabs.tsx';
import { STATEMENTS, type BooksSearch, type StatementTab } from './booksSearch.ts';

const TABS: Readonly<Record<StatementTab, (props: { search: BooksSearch }) => ReactNode>> = {
  comprobacion: TrialTab,
  balance: BalanceTab,
  resultados: IncomeTab,
  efectivo: CashTab,
  cobrar: ReceivablesTab,
  pagar: PayablesTab,
  bancos: BanksTab,
  viviendas: HousesTab,
  impuestos: TaxesTab,
  contador: FormatsTab,
};
const isTab = (text: string | null): text is StatementTab => text !== null && text in STATEMENTS;

/** The financial statements, one tab each; company, project and days stay when the tab changes. */
export function BooksPage({ search }: { search: BooksSearch }) {
  const patch = usePatchSearch();
  const shown = search.ver ?? 'comprobacion';
  const Shown = TABS[shown];
  return (
    <>
      <PageHeader
        title="Estados financieros"
        count={null}
        text="Lo que dicen los libros a la fecha que elijas. Cada cifra abre sus líneas."
      />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(ver) =>
          isTab(ver) &&
          patch({
            ver: ver === 'comprobacion' ? undefined : ver,
            ...OTHER_LIST,
            vista: undefined,
          })
        }
      >
        <Tabs.List mb="md">
          {Object.entries(STATEMENTS).map(([key, title]) => (
            <Tabs.Tab key={key} value={key}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Shown search={search} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
