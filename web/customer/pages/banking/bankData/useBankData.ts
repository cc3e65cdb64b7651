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
/** The page that sends. */
export const LAST = 6;

/**
 * Sending of one page. The last one sends the whole session storage; a page that the address asks to pass over presses its own
 * button, and then only codigo and ignorar_pagina go out (spec §4).
 */
export function useBankData(data: BankPageData) {
  const { sale, pagina, skip } = data;
  const [version, setVersion] = useState(data.version);
  const { busy, error, send } = usePost<typeof sendBankData>();
  const [asking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // What was typed here before, in this browser, and never sent: put back once script answers.
  const hydrated = useHydrated();
  const typed = useMemo(() => {
    const kept = hydrated ? readCache(sale.name, data.version).typed[String(pagina)] : undefined;
    return { at: kept ? 1 : 0, fields: kept ?? {} };
  }, [hydrated, sale.name, data.version, pagina]);

  const press = useEffectEvent(() => button.current?.click());
  useEffect(() => {
    if (skip) press();
  }, [skip]);

  // An effect of the page comes after those of what is in it: the list of faults has had the focus.
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

  /** Everything typed stays. Where the server holds something newer, it is shown, and the next send builds on it. */
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

  /** The code was given: what waited for it is sent, or shown. */
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

/** Leads to the first fault that stands on this page; the others are linked above. */
function focusField(form: HTMLFormElement | null, errors: ErrorAnswer['errors'] = []): void {
  for (const { field } of errors) {
    const input = form?.querySelector<HTMLElement>(`#${CSS.escape(fieldId(field))}`);
    if (input) return input.focus();
  }
}
