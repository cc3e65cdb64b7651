import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import type { ErrorAnswer } from '#contract/errors.ts';
import type { sendBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { bankDataPage } from '#contract/banking/bankData/bankData.pages.ts';
import { tellNext } from '#web/customer/lib/toldNext.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { fieldId } from '#web/customer/components/Field.tsx';
import { dropCache, keepRequest, keepTyped, keepVersion, readCache, wholeForm } from './bankDataCache.ts';

export type BankPageData = z.output<(typeof bankDataPage)['data']>;
const ADDRESS = '/tramites/datos-bancarios';
/** The page that submits the form. */
export const LAST = 6;

/**
 * Sends one page. The last page sends the whole session storage. If the URL asks to skip a page, its button is clicked
 * automatically, and only codigo and ignorar_pagina are sent (spec §4).
 */
export function useBankData(data: BankPageData) {
  const { sale, pagina, skip } = data;
  const [version, setVersion] = useState(data.version);
  const { busy, error, send } = usePost<typeof sendBankData>();
  const [asking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // After hydration, restores the values that were typed in this browser and never sent.
  const hydrated = useHydrated();
  const typed = useMemo(() => {
    const kept = hydrated ? readCache(sale.name, data.version).typed[String(pagina)] : undefined;
    return { at: kept ? 1 : 0, fields: kept ?? {} };
  }, [hydrated, sale.name, data.version, pagina]);

  const press = useEffectEvent(() => button.current?.click());
  useEffect(() => {
    if (skip) press();
  }, [skip]);

  // A parent's effect runs after those of its children: the error summary has taken the focus before this.
  useEffect(() => {
    if (error) focusField(form.current, error.errors);
  }, [error]);

  async function submit() {
    if (!form.current || busy) return;
    const fields = new FormData(form.current);
    const body = skip ? new FormData() : pagina === LAST ? wholeForm(sale.name, version, fields) : fields;
    if (skip) {
      body.set('codigo', sale.name);
      body.set('ignorar_pagina', '1');
    }
    const outcome = await send(ADDRESS, body);
    if (outcome.ok) {
      if (pagina === LAST && !skip) {
        dropCache(sale.name);
        tellNext(outcome.answer.success);
      } else keepRequest(sale.name, version, pagina, outcome.answer.request);
      location.assign(outcome.answer.redirect);
    } else if (outcome.error.code === 'CODE_NEEDED') setAsking(true);
    else refused(outcome.error);
  }

  /** Keeps the typed values. If the server has a newer version, the next request uses it. */
  function refused({ code, message, current }: ErrorAnswer) {
    const now = (current as { version?: number } | undefined)?.version;
    if (now !== undefined) {
      keepVersion(sale.name, version, now);
      setVersion(now);
    }
    if (code === 'STALE') {
      tellNext(message);
      location.reload();
    }
  }

  function remember() {
    if (!form.current) return;
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(form.current).entries())
      if (typeof value === 'string' && name !== '_token') fields[name] = value;
    keepTyped(sale.name, version, pagina, fields);
  }

  /** After the code: sends the waiting page, or shows the page that needed the code. */
  function codeGiven() {
    setAsking(false);
    if (data.codeDue) location.reload();
    else void submit();
  }

  return {
    asking,
    setAsking,
    codeGiven,
    form,
    button,
    busy,
    error,
    faults: { ...byField({ errors: data.errors }), ...byField(error) },
    submit,
    remember,
    typed,
  };
}

/** Focuses the first invalid field of this page. The error summary links to those on other pages. */
function focusField(form: HTMLFormElement | null, errors: ErrorAnswer['errors'] = []): void {
  for (const { field } of errors) {
    const input = form?.querySelector<HTMLElement>(`#${CSS.escape(fieldId(field))}`);
    if (input) return input.focus();
  }
}
