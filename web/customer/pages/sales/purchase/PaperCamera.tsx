import { useEffect, useRef, useState } from 'react';
import { PICTURE_QUALITY } from '#contract/sales/purchase/rules.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { doubtOf } from '#web/customer/lib/legibility.ts';
import styles from './PaperCamera.module.css';

/** Aspect ratio of an identity card, and the frame's share of the picture's width. */
const CARD_RATIO = 85.6 / 54;
const FRAME_PART = 0.88;
/** Margin around the frame, as a share of its width, because nobody holds a phone perfectly still. */
const MARGIN_PART = 0.05;

interface Props {
  title: string;
  /** An identity card: the window shows its frame, and the photo is cropped to it. */
  card: boolean;
  /** Types of an existing file, as in `accept`. */
  accept: string;
  onFile: (file: File) => void;
  onHide: () => void;
}

interface Photo {
  file: File;
  url: string;
  /** Why it may not be readable; null when it seems to be. */
  doubt: string | null;
}

/** The page's own camera for a document: take, look, take again; or choose a file that exists already. */
export function PaperCamera({ title, card, accept, onFile, onHide }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let gone = false;
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1920 } } })
      .then((opened) => {
        stream = opened;
        if (gone || !video.current) return stop(opened);
        video.current.srcObject = opened;
        return video.current.play();
      })
      .catch(() => setBroken(true));
    return () => {
      gone = true;
      if (stream) stop(stream);
    };
  }, []);
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.url)), [photo]);

  async function shoot() {
    const taken = video.current && (await still(video.current, card));
    if (taken) setPhoto({ ...taken, url: URL.createObjectURL(taken.file) });
  }
  function use(file: File) {
    onFile(file);
    onHide();
  }

  return (
    <Dialog title={title} open onHide={onHide} size="media">
      {broken ? (
        <div className={styles.words}>
          <Notice tone="attention" title="No pudimos abrir la cámara" announce="alert">
            Da permiso a la cámara en tu navegador, o elige una foto o un PDF que ya tengas.
          </Notice>
          <Existing accept={accept} onFile={use} />
        </div>
      ) : (
        <>
          <div className={`${styles.stage} ${card ? '' : styles.whole}`}>
            <video ref={video} playsInline muted hidden={photo !== null} />
            {photo ? (
              <img src={photo.url} alt="La foto que tomaste" />
            ) : (
              card && <div className={styles.frame} aria-hidden />
            )}
          </div>
          <div className={styles.words}>
            <p>
              {photo
                ? card
                  ? '¿Se leen bien el nombre y el número?'
                  : '¿Se lee bien todo el documento?'
                : card
                  ? 'Pon la cédula dentro del marco, sobre una mesa y con buena luz.'
                  : 'Que se vea la hoja completa, sobre una mesa y con buena luz.'}
            </p>
            {photo?.doubt && <Notice tone="attention" title={photo.doubt} announce="alert" />}
            {photo ? (
              <>
                <Button wide onClick={() => use(photo.file)}>
                  Usar esta foto
                </Button>
                <Button look="secondary" wide onClick={() => setPhoto(null)}>
                  Tomar otra
                </Button>
              </>
            ) : (
              <>
                <Button wide onClick={() => void shoot()}>
                  Tomar foto
                </Button>
                <Existing accept={accept} onFile={use} />
              </>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());

/** Chooses a file without leaving the window. */
function Existing({ accept, onFile }: { accept: string; onFile: (file: File) => void }) {
  return (
    <label className={styles.existing}>
      Elegir un archivo
      <input
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

/** The picture of the video; of a card, what is in the frame and its margin. */
async function still(video: HTMLVideoElement, card: boolean) {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (videoWidth === 0) return null;
  // object-fit: cover hides a part of the video.
  const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight);
  const framed = Math.min(videoWidth, ((clientWidth * FRAME_PART) / scale) * (1 + 2 * MARGIN_PART));
  const width = Math.round(card ? framed : videoWidth);
  const height = Math.round(card ? Math.min(videoHeight, framed / CARD_RATIO) : videoHeight);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d')!;
  const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  drawing.drawImage(video, x, y, width, height, 0, 0, width, height);
  const doubt = doubtOf({ width, height, pixels: drawing.getImageData(0, 0, width, height) });
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', PICTURE_QUALITY));
  return blob && { file: new File([blob], 'foto.jpg', { type: 'image/jpeg' }), doubt };
}
