import { useMutation } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { newKey } from '#web/office/lib/call.ts';
import { DraftContext } from '#web/office/lib/outbox/draftContext.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { toast } from '../toast.tsx';
import { useFields, type FieldsOptions } from './useFields.ts';
import { bodyOf, sameValues, valuesFor, type Initial, type Values } from './values.ts';

/** How to send a body: passed on to `call` or `upload`. */
export interface SendAs {
  /** The same key after a transient failure, so that a second submit saves only once. */
  idempotencyKey: string;
  onProgress: (share: number) => void;
}

interface Versioned {
  version?: number | undefined;
}

interface RecordFormOptions<S extends z.ZodObject, Answer> extends FieldsOptions<S> {
  initial: Initial<S> & Versioned;
  /**
   * Fetches the record again, for records that several users edit: a 409 then merges their changes with the typed
   * values.
   */
  reread?: (() => Promise<Initial<S> & Versioned>) | undefined;
  /** `version`: the record's version when the fields were filled. */
  send: (body: z.input<S>, as: SendAs, version: number | undefined) => Promise<Answer>;
  /** Text of the success toast. */
  success?: string | ((answer: Answer) => string) | undefined;
  /** Closes the drawer, or navigates. */
  onDone?: ((answer: Answer) => void) | undefined;
}

/** The part of a draft that holds the values of the fields. */
const FIELDS = 'campos';

/**
 * A form over a schema of contract/: validates, sends and shows a toast. A refusal keeps the typed values. Spread
 * `frame` into FormDrawer, RecordForm or FormBody; pass the result to the fields of fields.tsx as `of`. While the
 * form is not dirty it follows its record. A form that stays open after a submit uses `fill` with the new record, or
 * `clear`. Inside a draft (ui/outbox/Drafting.tsx) what is typed stays on the device.
 */
export function useRecordForm<S extends z.ZodObject, Answer>(options: RecordFormOptions<S, Answer>) {
  const { schema, initial, reread, send, success, onDone } = options;
  const [share, setShare] = useState(0);
  const attempt = useRef<{ values: Values<S>; key: string } | null>(null);
  const version = useRef(initial.version);
  /** The version that somebody else saved while this form has unsaved changes. */
  const [meanwhile, setMeanwhile] = useState<number>();
  const reload =
    reread &&
    (async () => {
      const fresh = await reread();
      version.current = fresh.version;
      return valuesFor(schema, fresh);
    });
  const fields = useFields(options);
  const { form } = fields;
  const { mutate, isPending, error } = useMutation({
    meta: { inline: true },
    mutationFn: (values: Values<S>) => {
      if (!attempt.current || !sameValues(attempt.current.values, values))
        attempt.current = { values, key: newKey() };
      setShare(0);
      const as = { idempotencyKey: attempt.current.key, onProgress: setShare };
      return send(bodyOf(schema, values), as, version.current);
    },
    onSuccess: async (answer, values) => {
      attempt.current = null;
      setMeanwhile(undefined);
      form.setInitialValues(values);
      form.resetDirty(values);
      const text = typeof success === 'function' ? success(answer) : success;
      if (text) toast.success(text);
      onDone?.(answer);
      await refreshed();
    },
    onError: (refused) => {
      if (!(refused instanceof Refusal && refused.passing)) attempt.current = null;
    },
  });
  const onSubmit = (values: Values<S>) => mutate(values);
  const fill = (from: Initial<S> & Versioned) => {
    version.current = from.version;
    setMeanwhile(undefined);
    fields.fill(from);
  };
  const follow = useEffectEvent((now: number | undefined) => {
    if (now === version.current || isPending) return;
    if (form.isDirty()) setMeanwhile(now);
    else fill(initial);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the form's own state decides, and it is outside of React's
  useEffect(() => follow(initial.version), [initial.version]);
  const draft = use(DraftContext);
  /** The draft may be of another form for the same record, or of an older one. */
  const resume = useEffectEvent((kept: object) => {
    const own = Object.entries(kept).filter(([name]) => name in schema.shape);
    if (own.length > 0) form.setValues(Object.fromEntries(own) as Partial<Values<S>>);
  });
  useEffect(() => resume(draft?.kept[FIELDS] ?? {}), [draft]);
  useEffect(() => draft?.put(FIELDS, form.isDirty() ? form.values : undefined));
  return {
    ...fields,
    share,
    loading: isPending,
    fill,
    /** Restarts with the initial values, for a form that stays open. */
    clear: () => fill(initial),
    frame: { form, onSubmit, loading: isPending, submitError: error, reload, meanwhile },
  };
}
