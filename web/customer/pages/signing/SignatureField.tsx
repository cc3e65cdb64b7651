import { IconEraser } from '@tabler/icons-react';
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type SignaturePad from 'signature_pad';
import { PICTURE_EDGE } from '#contract/purchase/rules.ts';
import { Button } from '../../components/Button.tsx';
import { fitInside } from '../../lib/fitInside.ts';
import { randomName } from '../../lib/randomName.ts';
import { fitStrokes, type Drawing } from './fitStrokes.ts';
import styles from './SignatureField.module.css';

/** What whoever holds the panel may ask of it. */
export interface SignatureHandle {
  isEmpty: () => boolean;
  /** The drawing as a PNG inside 1000×1000, dark on white; null when nothing is drawn. */
  toFile: () => Promise<File | null>;
  focus: () => void;
}

interface Props {
  ref: Ref<SignatureHandle>;
  /** Said when it was empty and must not be. */
  error?: string | null;
  onDraw?: () => void;
}

const PAPER = '#ffffff';
const INK = '#10233f';

/** The panel to sign on with a finger. Sharp on every screen; a turned telephone keeps what was drawn. */
export function SignatureField({ ref, error, onDraw }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  /** As it was last drawn, with the panel's size then. */
  const drawn = useRef<Drawing>({ strokes: [], width: 0, height: 0 });
  const [empty, setEmpty] = useState(true);
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

  useImperativeHandle(ref, () => ({
    isEmpty: () => pad.current?.isEmpty() ?? true,
    toFile: async () => (pad.current && !pad.current.isEmpty() ? fileOf(canvas.current!) : null),
    focus: () => canvas.current?.focus(),
  }));

  function clear() {
    pad.current?.clear();
    drawn.current = { strokes: [], width: 0, height: 0 };
    setEmpty(true);
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
      <Button look="quiet" onClick={clear} disabled={empty}>
        <IconEraser size={20} aria-hidden /> Borrar
      </Button>
    </div>
  );
}

async function fileOf(canvas: HTMLCanvasElement): Promise<File> {
  const size = fitInside(canvas.width, canvas.height, PICTURE_EDGE);
  const small = Object.assign(document.createElement('canvas'), size);
  const context = small.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, size.width, size.height);
  const blob = await new Promise<Blob>((done, fail) => {
    small.toBlob(
      (made) => (made ? done(made) : fail(new Error('the drawing could not be kept'))),
      'image/png',
    );
  });
  return new File([blob], `${randomName()}.png`, { type: 'image/png' });
}
