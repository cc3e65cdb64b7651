import { IconCamera, IconCircleCheck, IconFileText, IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { PaperField as PaperFieldName } from '#contract/sales/purchase/rules.ts';
import { fieldId } from '#web/customer/components/Field.tsx';
import { keyOf } from '#web/customer/lib/upload.ts';
import { CardGuide } from './CardGuide.tsx';
import { isCard } from './paperTexts.ts';
import { UploadLine } from './UploadLine.tsx';
import { usePapersHere } from './usePapers.ts';
import styles from './PaperField.module.css';

const PaperCamera = lazy(async () => ({ default: (await import('./PaperCamera.tsx')).PaperCamera }));

/** Accepted types; HEIC is converted to JPEG here before the upload. */
const ACCEPT = 'image/jpeg,image/png,application/pdf,.heic,.heif';
const PHOTO = 'image/jpeg,image/png,.heic,.heif';

interface Props {
  field: PaperFieldName;
  /** 1-5 for beneficiaries. */
  position?: number;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Uploads are closed. */
  closed?: boolean;
  /** The file can no longer be removed. */
  kept?: boolean;
  /** The document's state in the office, instead of the word "attached". */
  status?: ReactNode;
  /** Called after the file was removed. */
  onGone?: () => void;
}

/** A document's slot: camera or file, progress and result. Without JavaScript it is a file input. */
export function PaperField({
  field,
  position = 0,
  label,
  hint,
  error,
  required,
  closed,
  kept,
  status,
  onGone,
}: Props) {
  const papers = usePapersHere();
  const [camera, setCamera] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const [labelId, hintId, errorId] = [useId(), useId(), useId()];
  const place = { field, position };
  const upload = papers.uploads.get(keyOf(place));
  const slot = papers.slots.find((one) => keyOf(one) === keyOf(place));
  const file = slot?.file ?? null;
  const again = slot?.state === 'rechazado' || slot?.state === 'vencido';
  const filled = (file !== null && !again) || upload?.phase === 'done';
  const name = field === 'cedula_beneficiario' ? `${field}[]` : field;
  const id = position > 1 ? `${fieldId(field)}-${position}` : fieldId(field);
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined;

  function take(input: HTMLInputElement) {
    const [chosen] = input.files ?? [];
    if (chosen) void papers.choose({ field, position }, chosen);
    input.value = '';
  }
  useEffect(() => {
    // Takes files that were chosen before hydration.
    for (const input of box.current?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])
      if (input.files?.length) take(input);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);

  return (
    <fieldset
      ref={box}
      aria-labelledby={labelId}
      className={`${styles.paper} ${error || (again && !closed) ? styles.wrong : ''} ${filled ? styles.filled : ''}`}
    >
      <div className={styles.head}>
        <div>
          <p id={labelId} className={styles.label}>
            {label}
            {!required && !closed && <span className={styles.optional}> (opcional)</span>}
          </p>
          {hint && !filled && (
            <p id={hintId} className={styles.hint}>
              {hint}
            </p>
          )}
        </div>
        {upload?.preview ? (
          <img className={styles.preview} src={upload.preview} alt="" width={72} height={54} />
        ) : filled ? (
          <IconFileText size={32} stroke={1.5} aria-hidden className={styles.icon} />
        ) : (
          isCard(field) && !closed && <CardGuide />
        )}
      </div>
      {upload && upload.phase !== 'done' ? (
        <UploadLine upload={upload} onGone={() => void papers.remove(place).then(onGone)} />
      ) : (
        (filled || status) && (
          <p className={styles.done}>
            {!status && <IconCircleCheck size={22} aria-hidden />}
            <span>
              {status ?? 'Adjuntado'}
              {file?.url && (
                <>
                  {/* A reason has its own line, so the link then starts a new line without a dot. */}
                  {!again && !slot?.renewBefore && ' · '}
                  <a href={file.url} target="_blank" rel="noopener">
                    Ver<span className="sr-only"> {label} (abre otra ventana)</span>
                  </a>
                </>
              )}
            </span>
          </p>
        )
      )}
      {upload?.doubt && (
        <p className={styles.doubt} role="alert">
          {upload.doubt}
        </p>
      )}
      {!closed && (
        <div className={styles.buttons}>
          <label className={`${styles.pick} ${styles.camera}`}>
            <IconCamera size={22} aria-hidden />
            {filled ? 'Otra foto' : 'Tomar foto'}
            <span className="sr-only">: {label}</span>
            <input
              type="file"
              name={name}
              accept={PHOTO}
              capture="environment"
              onClick={(event) => {
                if (!hasCamera()) return;
                event.preventDefault();
                setCamera(true);
              }}
              onChange={({ currentTarget }) => take(currentTarget)}
            />
          </label>
          <label className={styles.pick}>
            <IconPaperclip size={22} aria-hidden />
            {filled ? 'Cambiar' : 'Elegir archivo'}
            <span className="sr-only">: {label}</span>
            <input
              type="file"
              id={id}
              name={name}
              accept={ACCEPT}
              aria-describedby={described}
              aria-invalid={error ? true : undefined}
              onChange={({ currentTarget }) => take(currentTarget)}
            />
          </label>
          {filled && !kept && (
            <button
              type="button"
              className={styles.remove}
              onClick={() => void papers.remove(place).then(onGone)}
            >
              Quitar<span className="sr-only"> {label}</span>
            </button>
          )}
        </div>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      {camera && (
        <Suspense>
          <PaperCamera
            title={label}
            card={isCard(field)}
            accept={ACCEPT}
            onFile={(file) => void papers.choose(place, file)}
            onHide={() => setCamera(false)}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

/** Browsers give camera access only to https pages. */
const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === 'function';
