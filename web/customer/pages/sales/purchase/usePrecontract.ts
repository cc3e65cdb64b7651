import { createContext, use, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { checkPhone } from '#contract/sales/purchase/endpoints.ts';
import type { DraftChange } from '#contract/sales/purchase/model.ts';
import type { PrecontractData } from '#contract/sales/purchase/pages.ts';
import { familyErrors, fieldError, TEXT_FIELDS, type TextField } from '#contract/sales/purchase/rules.ts';
import { useToasts } from '#web/customer/components/Toasts.tsx';
import { DraftKeeper, type DraftStatus } from '#web/customer/lib/draft.ts';
import { post } from '#web/customer/lib/post.ts';
import type { SignatureHandle } from '#web/customer/components/SignatureField.tsx';
import { familyRows, readForm, stateOf, type FormState } from './formState.ts';
import { usePapers, type Papers } from './usePapers.ts';

export type Faults = Readonly<Record<string, string | undefined>>;

/** The state and actions that all steps share. */
export interface Precontract {
  data: PrecontractData;
  form: RefObject<HTMLFormElement | null>;
  state: FormState;
  faults: Faults;
  status: DraftStatus;
  papers: Papers;
  /** The signature panel, while it is shown. */
  pad: RefObject<SignatureHandle | null>;
  /** The lot that this sale claims, with its price. */
  lot: HeldLot | null;
  setLot: (lot: HeldLot) => void;
  priceCents: number;
  /** The answer of the phone check, until its dialog is closed. */
  phoneAnswer: { mensaje: string; celular: string } | null;
  /** A change that waits for a one-time code. */
  codeFor: DraftChange | null;
  /** Message if the pre-contract was sent from another window. */
  closed: string | null;
  say: (text: string, tone?: 'positive' | 'negative') => void;
  toasts: React.ReactNode;
  setFaults: (errors: readonly FieldError[]) => void;
  setFault: (field: string, message: string | null | undefined) => void;
  /** Sets radio buttons and selects; saved at once. */
  choose: (fields: Partial<Record<TextField, string>>) => void;
  tick: (box: 'consentimiento_datos' | 'consentimiento_apc', ticked: boolean) => void;
  /** On blur: saves a changed field and validates it. */
  leave: (target: EventTarget | null) => void;
  familyChanged: () => void;
  hidePhoneAnswer: () => void;
  codeGiven: (given: boolean) => void;
}

export interface HeldLot {
  id: number;
  name: string;
  until: string | null;
}

export const PrecontractContext = createContext<Precontract | null>(null);
export function usePrecontract(): Precontract {
  const shared = use(PrecontractContext);
  if (!shared) throw new Error('a step stands inside the pre-contract page');
  return shared;
}

const isTextField = (name: string): name is TextField => TEXT_FIELDS.some((field) => field === name);

/** State of the form: fields are read on blur, saved on the server, and validated with the shared rules. */
export function usePrecontractForm(data: PrecontractData): Precontract {
  const { sale, cedulaMaxEntry: maxEntry } = data;
  const form = useRef<HTMLFormElement>(null);
  const pad = useRef<SignatureHandle>(null);
  const given = { datos: data.consents.datos.given, apc: data.consents.apc.given };
  const [state, setState] = useState(() => stateOf(data.values, given));
  const [faults, setFaultMap] = useState<Faults>(() => faultMap(data.errors));
  const [phoneAnswer, setPhoneAnswer] = useState<Precontract['phoneAnswer']>(null);
  const [codeFor, setCodeFor] = useState<DraftChange | null>(null);
  const [lot, setLot] = useState<HeldLot | null>(sale.lot && { ...sale.lot, until: sale.lotUntil });
  const [closed, setClosed] = useState<string | null>(null);
  const { node: toasts, show: say } = useToasts();
  const papers = usePapers({ saleId: sale.id, papers: data.papers, uploads: data.uploads, say });
  const [keeper] = useState(() => new DraftKeeper(sale.id));
  const status = useSyncExternalStore(keeper.subscribe, keeper.status, keeper.status);
  /** The values that were last passed to the keeper. */
  const kept = useRef(state);

  const setFault = (field: string, message: string | null | undefined) =>
    setFaultMap((before) => ({ ...before, [field]: message ?? undefined }));

  useEffect(() =>
    keeper.listen({
      kept: ({ errores }, sent) => {
        // Only adds: an answer that is late must not take away what sending the form has found since.
        for (const { field, message } of errores)
          if (isTextField(field) && field in sent && kept.current.fields[field] === sent[field])
            setFault(field, message);
        if (sent.consentimiento_datos) papers.queue?.resumeRefused('CONSENT');
      },
      refused: (error, sent) => {
        if (error.code === 'CODE_NEEDED') setCodeFor(sent);
        else if (error.code === 'NOT_DRAFT') setClosed(error.message);
        else say(error.message, 'negative');
      },
    }),
  );

  function keepChanged(now: FormState) {
    const before = kept.current;
    kept.current = now;
    const change: DraftChange = {};
    for (const field of TEXT_FIELDS)
      if (now.fields[field] !== before.fields[field]) change[field] = now.fields[field];
    // The number has no meaning without its document type, which the user may never have changed.
    if (change.cedula !== undefined) change.tipo_documento = now.fields.tipo_documento;
    if (JSON.stringify(now.family) !== JSON.stringify(before.family)) change.grupo_familiar = now.family;
    if (now.dataConsent !== before.dataConsent) change.consentimiento_datos = now.dataConsent ? '1' : '';
    if (now.apcConsent !== before.apcConsent) change.consentimiento_apc = now.apcConsent ? '1' : '';
    if (Object.keys(change).length > 0) keeper.change(change);
  }
  function mirror() {
    if (!form.current) return;
    const now = readForm(form.current);
    setState(now);
    keepChanged(now);
  }

  function leave(target: EventTarget | null) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const { name, value, type } = target;
    if (type === 'file' || type === 'radio' || type === 'checkbox') return;
    const phone = kept.current.fields.celular;
    mirror();
    if (isTextField(name)) {
      const documentType = kept.current.fields.tipo_documento;
      const fault = fieldError(name, value, { documentType, maxEntry });
      setFault(name, fault);
      if (name === 'celular' && !fault && normalizePhone(value) !== normalizePhone(phone))
        void askAbout(value);
    } else if (form.current) setFault(name, familyFault(form.current, name, value, maxEntry));
  }

  async function askAbout(celular: string) {
    const { cedula } = kept.current.fields;
    const asked = { celular, cedula, precontrato_id: String(sale.id) };
    const outcome = await post<typeof checkPhone>(
      '/clientes/precontrato/verify_client_update_visibility',
      asked,
    );
    if (outcome.ok && celular.trim() !== '') setPhoneAnswer(outcome.answer);
  }

  const leaving = useRef(() => {});
  useEffect(() => {
    leaving.current = () => {
      leave(document.activeElement);
      keeper.flush();
    };
  });
  useEffect(() => {
    // Reads values typed before hydration or restored by the browser.
    mirror();
    const hide = () => {
      if (document.visibilityState === 'hidden') leaving.current();
    };
    const last = () => leaving.current();
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', last);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', last);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);

  const premiumOf = (id: number | undefined) => data.lots.find((one) => one.id === id)?.premiumCents ?? 0;
  return {
    data,
    lot,
    setLot,
    priceCents: sale.priceCents - premiumOf(sale.lot?.id) + premiumOf(lot?.id),
    form,
    state,
    faults,
    status,
    papers,
    pad,
    phoneAnswer,
    codeFor,
    closed,
    say,
    toasts,
    setFaults: (errors) => setFaultMap(faultMap(errors)),
    setFault,
    choose(fields) {
      const now = { ...(form.current ? readForm(form.current) : state) };
      now.fields = { ...now.fields, ...fields };
      setState(now);
      keepChanged(now);
      for (const field of Object.keys(fields)) setFault(field, null);
    },
    tick(box, ticked) {
      const now = form.current ? readForm(form.current) : state;
      const next = box === 'consentimiento_datos' ? { dataConsent: ticked } : { apcConsent: ticked };
      setState({ ...now, ...next });
      keepChanged({ ...now, ...next });
      setFault(box, null);
    },
    leave,
    familyChanged: () => queueMicrotask(mirror),
    hidePhoneAnswer: () => setPhoneAnswer(null),
    codeGiven(given) {
      if (given && codeFor) keeper.change(codeFor);
      setCodeFor(null);
    },
  };
}

const faultMap = (errors: readonly FieldError[]): Faults =>
  Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message]));

/** While the user fills in a row, only format errors; missing values are checked when the user leaves the step. */
function familyFault(form: HTMLFormElement, name: string, value: string, maxEntry: number) {
  const [, at, column] = /^grupo_familiar\[(\d+)\]\[(\w+)\]$/.exec(name) ?? [];
  const found = familyRows(new FormData(form)).find((row) => String(row.at) === at);
  if (!found || value === '') return null;
  return familyErrors(found.row, maxEntry)[column as keyof typeof found.row];
}
