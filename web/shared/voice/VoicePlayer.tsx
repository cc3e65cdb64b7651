import { VOICE_NAME } from '#contract/care/chat/rules.ts';

interface Sound {
  name: string;
  mime: string;
  url: string;
}

/** A browser records sound alone as WebM, whose bytes say video. */
export const isVoice = ({ mime, name }: Pick<Sound, 'name' | 'mime'>): boolean =>
  mime.startsWith('audio/') || (mime.startsWith('video/') && name.startsWith(VOICE_NAME));

/** What a browser decides by whether it plays it. */
const TYPES: Readonly<Record<string, string>> = {
  'audio/ogg': 'audio/ogg; codecs=opus',
  'audio/webm': 'audio/webm; codecs=opus',
  'video/webm': 'audio/webm; codecs=opus',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
};

/** Plays a voice note. A Safari that plays neither Ogg nor WebM takes the same sound in its own container. */
export function VoicePlayer({ name, mime, url }: Sound) {
  const type = TYPES[mime] ?? mime;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a voice note has no captions
    <audio controls preload="none" aria-label={name}>
      <source src={url} type={type} />
      {type.endsWith('opus') && <source src={`${url}&como=caf`} type="audio/x-caf; codecs=opus" />}
    </audio>
  );
}
