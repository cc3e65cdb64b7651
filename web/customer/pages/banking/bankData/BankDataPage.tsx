import { IconCheck, IconChevronLeft } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import {
  fieldsOf,
  isFieldName,
  specOf,
  type FieldName,
  type PageNumber,
  type Values,
} from '#contract/banking/bankData/bankData.fields.ts';
import type { bankDataPage } from '#contract/banking/bankData/bankData.pages.ts';
import { askPage, ROW_NAMES, ROWS, type RowsName } from '#contract/banking/bankData/bankData.rows.ts';
import { isAsked } from '#contract/banking/bankData/bankData.rules.ts';
import type { PageProps } from '#contract/page.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { CodeWindow } from '#web/customer/components/CodeWindow.tsx';
import { TickBox } from '#web/customer/components/Choices.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { fieldId } from '#web/customer/components/Field.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { BankField } from './BankFields.tsx';
import { BankRows } from './BankRows.tsx';
import { BankSummary } from './BankSummary.tsx';
import { LAST, useBankData } from './useBankData.ts';
import styles from './BankDataPage.module.css';

/** The bank data form (spec §2.5): one page at a time, saved on the server. Works without JavaScript. */
export function BankDataPage({ data }: PageProps<typeof bankDataPage>) {
  const { sale, pagina, codeDue, closed, locked, pages, skip, consent } = data;
  const here = pages.find(({ page }) => page === pagina);
  const shared = useBankData(data);
  const { form, button, busy, error, submit, remember, typed } = shared;
  const last = pagina === LAST;
  return (
    <Layout phone={sale.sellerPhone} message={`Hola, estoy llenando los datos del banco de ${sale.name}`}>
      <div className={styles.page}>
        <header className={styles.head}>
          <BackButton to={`/clientes/mi-compra/${sale.name}`} />
          <h1>Datos para el banco</h1>
          <p className={styles.dim}>
            Los llenas una vez y sirven para todos los bancos. Tu avance se guarda en cada página.
          </p>
        </header>
        <Tabs pages={pages} current={pagina} sale={sale.name} />
        {closed && <Notice tone="attention" title={closed} />}
        {!closed && locked && <Notice tone="positive" title={locked} />}
        {data.sentAt && !closed && !locked && last && (
          <Notice tone="positive" title="Ya enviaste tus datos.">
            <p>Si corriges algo, envíalos de nuevo.</p>
          </Notice>
        )}
        <ErrorSummary
          error={error?.code === 'CODE_NEEDED' ? null : error}
          hrefOf={(field) => hrefOf(data, field)}
        />
        {codeDue && (
          <Notice title="Tus datos son privados">
            <p>Para ver y llenar tus ingresos desde aquí te enviamos un código. Sirve 30 minutos.</p>
            <Button onClick={() => shared.setAsking(true)}>Enviarme el código</Button>
          </Notice>
        )}
        {!codeDue && (
          /* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its fields being typed into */
          <form
            ref={form}
            className={styles.form}
            method="post"
            action="/tramites/datos-bancarios"
            encType="multipart/form-data"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
            onInput={remember}
          >
            <CsrfField />
            <input type="hidden" name="codigo" value={sale.name} />
            {skip ? (
              <input type="hidden" name="ignorar_pagina" value="1" />
            ) : (
              <>
                <input type="hidden" name="pagina" value={pagina} />
                <h2>{here?.label}</h2>
                {last && <BankSummary data={data} />}
                <fieldset
                  key={typed.at}
                  className={styles.fields}
                  disabled={closed !== null || locked !== null}
                >
                  <legend className="sr-only">{here?.label}</legend>
                  <PageFields data={data} shared={shared} />
                  {!consent.given && (
                    <TickBox
                      name="consentimiento_datos"
                      initial={false}
                      error={shared.faults['consentimiento_datos']}
                    >
                      {consent.text}
                    </TickBox>
                  )}
                </fieldset>
              </>
            )}
            {closed === null && (locked === null || skip) && (
              <div className={styles.buttons}>
                <Button ref={button} type="submit" wide busy={busy}>
                  {skip ? 'Omitir esta página' : last ? 'Enviar mis datos' : 'Guardar y seguir'}
                </Button>
              </div>
            )}
          </form>
        )}
      </div>
      {shared.asking && (
        <Suspense>
          <CodeWindow
            saleId={sale.id}
            open
            why="Tus ingresos son privados. Para seguir en este celular o computadora te enviamos un código."
            onDone={shared.codeGiven}
            onHide={() => shared.setAsking(false)}
          />
        </Suspense>
      )}
    </Layout>
  );
}

/** Link to a field, which may be on another page of the form. */
function hrefOf({ pagina, sale }: PageProps<typeof bankDataPage>['data'], field: string): string {
  const name = field.split('[')[0]!;
  const own = isFieldName(name) || isRowsName(name) ? askPage(name) : pagina;
  const at = `#${fieldId(field)}`;
  return own === pagina ? at : `/tramites/${sale.name}/datos-bancarios?pagina=${own}${at}`;
}
const isRowsName = (name: string): name is RowsName => ROW_NAMES.some((one) => one === name);

/** Back to the previous page if it belongs to the procedures, else to the purchase (spec §2.5). */
function BackButton({ to }: { to: string }) {
  return (
    <a
      className={styles.back}
      href={to}
      onClick={(event) => {
        if (!document.referrer.includes('tramites') || history.length < 2) return;
        event.preventDefault();
        history.back();
      }}
    >
      <IconChevronLeft size={20} aria-hidden /> Volver
    </a>
  );
}

/** Scrolls the row of tabs so that the open tab is visible. */
const intoView = (tab: HTMLElement | null) => {
  const list = tab?.closest('ol');
  if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
};

function Tabs({
  pages,
  current,
  sale,
}: {
  pages: PageProps<typeof bankDataPage>['data']['pages'];
  current: number;
  sale: string;
}) {
  return (
    <nav aria-label="Páginas del formulario">
      <ol className={styles.tabs}>
        {pages.map(({ page, label, done, state, missing }) => {
          const ready = state !== 'pendiente' || (done && missing.length === 0);
          return (
            <li key={page}>
              <a
                href={`/tramites/${sale}/datos-bancarios?pagina=${page}`}
                aria-current={page === current ? 'page' : undefined}
                ref={page === current ? intoView : undefined}
              >
                {ready && page !== current ? (
                  <IconCheck size={16} stroke={3} aria-hidden />
                ) : (
                  <span aria-hidden>{page}</span>
                )}
                <span className="sr-only">{ready ? 'Lista: ' : ''}</span>
                {label}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type Shared = ReturnType<typeof useBankData>;

/**
 * The fields of this page: known data of the sale as text, the rest as inputs. With JavaScript, only the fields that
 * apply.
 */
function PageFields({
  data,
  shared: { faults, typed },
}: {
  data: PageProps<typeof bankDataPage>['data'];
  shared: Shared;
}) {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<Partial<Record<FieldName, string>>>({});
  const page = data.pagina as PageNumber;
  const valueOf = (name: string) => typed.fields[name] ?? data.values[name] ?? '';
  const now = Object.fromEntries(Object.keys(data.values).map((name) => [name, valueOf(name)]));
  const values = { ...now, ...chosen } as Values;
  const names = fieldsOf(page);
  const known = names.filter((name) => data.fixed.includes(name));
  const noDebts = values.sin_deudas !== undefined && String(values.sin_deudas) !== '' && hydrated;
  const rows = ROW_NAMES.filter((name) => ROWS[name].page === page);
  return (
    <>
      {known.length > 0 && page !== LAST && (
        <dl className={styles.known}>
          {known.map((name) => (
            <div key={name}>
              <dt>{specOf(name).label}</dt>
              <dd>{data.values[name] === 'cedula' ? 'Cédula' : data.values[name]}</dd>
            </div>
          ))}
        </dl>
      )}
      {names
        .filter((name) => isFieldName(name) && !data.fixed.includes(name))
        .filter((name) => !hydrated || isAsked(name, values))
        .map((name) => (
          <BankField
            key={name}
            name={name}
            spec={specOf(name)}
            value={chosen[name] ?? valueOf(name)}
            error={faults[name]}
            provinces={data.provinces}
            onChoose={(field, value) => setChosen((before) => ({ ...before, [field]: value }))}
          />
        ))}
      {rows.map((name) => {
        if (name === 'deudas' && data.manyDebts > 0)
          return (
            <Notice key={name} title={`Tienes ${data.manyDebts} deudas cargadas.`}>
              <p>Tu procesador las cargó desde un archivo. Si alguna cambió, escríbele.</p>
            </Notice>
          );
        if (name === 'deudas' && noDebts) return <input key={name} type="hidden" name="deudas" value="" />;
        return (
          <BankRows
            key={name}
            name={name}
            typed={typedRows(name, typed.fields) ?? data.rows[name]}
            faults={faults}
            relationships={data.relationships}
          />
        );
      })}
    </>
  );
}

/** Typed rows from the session storage, whose keys look like `deudas[0][saldo]`. */
function typedRows(
  name: string,
  fields: Readonly<Record<string, string>>,
): Record<string, string>[] | undefined {
  const rows: Record<string, string>[] = [];
  for (const [key, text] of Object.entries(fields)) {
    const found = /^(\w+)\[(\d+)\]\[(\w+)\]$/.exec(key);
    if (found?.[1] === name) (rows[Number(found[2])] ??= {})[found[3]!] = text;
  }
  const list = rows.filter((row) => row !== undefined);
  return list.length > 0 ? list : undefined;
}
