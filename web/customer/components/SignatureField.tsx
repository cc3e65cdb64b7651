import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type SignaturePad from 'signature_pad';
import { PICTURE_EDGE } from '#contract/sales/purchase/rules.ts';
import { INK_EDGE, inkFault, type GreyPicture } from '#contract/company/files/ink.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { fitInside } from '#web/customer/lib/fitInside.ts';
import { randomName } from '#web/customer/lib/randomName.ts';
import { fitStrokes, type Drawing } from './fitStrokes.ts';
import styles from './SignatureField.module.css';

/** The methods of the panel for its parent. */
export interface SignatureHandle {
  isEmpty: () => boolean;
  /** The drawing as a PNG inside 1000×1000, dark on white; null if nothing is drawn. */
  toFile: () => Promise<File | null>;
  /** The reason why the drawing is not a signature, as a sentence; null if it can be one. */
  fault: () => string | null;
  focus: () => void;
}

interface Props {
  ref: Ref<SignatureHandle>;
  /** Error for an empty panel. */
  error?: string | null;
  onDraw?: () => void;
  /** The name of the signer, shown below the preview. */
  signer?: string | null;
  /** The drawing has been sent: leaving the page loses nothing. */
  kept?: boolean;
  /** Heading of the preview. */
  caption?: string;
}

const PAPER = '#ffffff';
const INK = '#10233f';

/** A panel to sign with a finger. Uses the device's pixel ratio; keeps the drawing when the phone is rotated. */
export function SignatureField({
  ref,
  error,
  onDraw,
  signer,
  kept = false,
  caption = 'Así quedará en tu pre-contrato',
}: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  /** The last drawing, with the size of the panel at that time. */
  const drawn = useRef<Drawing>({ strokes: [], width: 0, height: 0 });
  const [empty, setEmpty] = useState(true);
  /** The signature as the pre-contract will show it, as a data URL. */
  const [preview, setPreview] = useState<string | null>(null);
  const draw = useRef(onDraw);
  const [hintId, errorId] = [useId(), useId()];
  useEffect(() => {
    draw.current = onDraw;
  });

  useEffect(() => {
    const element = canvas.current!;
    let gone = false;
    let watch: ResizeObserver | undefined;
    void import('signature_pad').then(({ default: Pad }) => {
      if (gone) return;
      const made = new Pad(element, { backgroundColor: PAPER, penColor: INK, minWidth: 0.8, maxWidth: 2.6 });
      pad.current = made;
      made.addEventListener('endStroke', () => {
        drawn.current = {
          strokes: made.toData(),
          width: element.offsetWidth,
          height: element.offsetHeight,
        };
        setEmpty(false);
        setPreview(previewOf(element));
        draw.current?.();
      });
      const fit = () => {
        const { offsetWidth: width, offsetHeight: height } = element;
        if (width === 0) return; // its step is hidden
        const sharpness = Math.max(1, devicePixelRatio);
        element.width = Math.round(width * sharpness);
        element.height = Math.round(height * sharpness);
        element.getContext('2d')!.scale(sharpness, sharpness);
        made.fromData(fitStrokes(drawn.current, width, height));
      };
      watch = new ResizeObserver(fit);
      watch.observe(element);
      fit();
    });
    return () => {
      gone = true;
      watch?.disconnect();
      pad.current?.off();
      pad.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (empty || kept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [empty, kept]);

  useImperativeHandle(ref, () => ({
    isEmpty: () => pad.current?.isEmpty() ?? true,
    toFile: async () => (pad.current && !pad.current.isEmpty() ? fileOf(canvas.current!) : null),
    fault: () => inkFault(greyOf(canvas.current!)),
    focus: () => canvas.current?.focus(),
  }));

  function clear() {
    pad.current?.clear();
    drawn.current = { strokes: [], width: 0, height: 0 };
    setEmpty(true);
    setPreview(null);
    draw.current?.();
  }

  function undo() {
    const strokes = pad.current?.toData().slice(0, -1) ?? [];
    if (strokes.length === 0) return clear();
    pad.current?.fromData(strokes);
    drawn.current = { ...drawn.current, strokes };
    setPreview(previewOf(canvas.current!));
    draw.current?.();
  }

  return (
    <div className={styles.signature}>
      <div className={`${styles.panel} ${error ? styles.wrong : ''}`}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          tabIndex={-1}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn on
          role="img"
          aria-label={empty ? 'Panel de firma, vacío' : 'Panel de firma, con tu firma'}
          aria-describedby={error ? errorId : hintId}
        />
        {empty && (
          <p id={hintId} className={styles.hint}>
            Firma aquí con el dedo
          </p>
        )}
        <span className={styles.line} aria-hidden />
      </div>
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.acts}>
        <Button look="quiet" onClick={undo} disabled={empty}>
          <IconArrowBackUp size={20} aria-hidden /> Deshacer
        </Button>
        <Button look="quiet" onClick={clear} disabled={empty}>
          <IconEraser size={20} aria-hidden /> Borrar
        </Button>
      </div>
      {preview && (
        <figure className={styles.preview}>
          <figcaption>{caption}</figcaption>
          <img src={preview} alt="Tu firma" />
          {signer && <span>{signer}</span>}
        </figure>
      )}
    </div>
  );
}

/** A smaller copy of the canvas. */
function smaller(canvas: HTMLCanvasElement, edge: number) {
  const size = fitInside(canvas.width, canvas.height, edge);
  const small = Object.assign(document.createElement('canvas'), size);
  const context = small.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, size.width, size.height);
  return { small, context, ...size };
}

const previewOf = (canvas: HTMLCanvasElement) => smaller(canvas, INK_EDGE).small.toDataURL('image/png');

/** The brightness of each pixel, with the same scale as the server's check. */
function greyOf(canvas: HTMLCanvasElement): GreyPicture {
  const { context, width, height } = smaller(canvas, INK_EDGE);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = Uint8ClampedArray.from(
    { length: width * height },
    (_, at) => 0.3 * data[at * 4]! + 0.59 * data[at * 4 + 1]! + 0.11 * data[at * 4 + 2]!,
  );
  return { data: grey, width, height };
}

async function fileOf(canvas: HTMLCanvasElement): Promise<File> {
  const { small } = smaller(canvas, PICTURE_EDGE);
  const blob = await new Promise<Blob>((done, fail) => {
    small.toBlob(
      (made) => (made ? done(made) : fail(new Error('the drawing could not be kept'))),
      'image/png',
    );
  });
  return new File([blob], `${randomName()}.png`, { type: 'image/png' });
}
