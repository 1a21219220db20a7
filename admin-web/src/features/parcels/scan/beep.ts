const tones = { good: [880], known: [440, 440], bad: [180, 180, 180], unknown: [180, 180, 180] } as const

let audio: AudioContext | undefined

/**
 * A short sound for the outcome of a scan: one high tone, two middle ones, or three low ones, also when it is not known.
 * Silent without audio.
 */
export function beep(outcome: keyof typeof tones) {
  try {
    audio ??= new AudioContext()
    for (const [index, frequency] of tones[outcome].entries()) {
      const start = audio.currentTime + index * 0.14
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.frequency.value = frequency
      volume.gain.value = 0.2
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(start + 0.1)
    }
  } catch {
    // The colour and the text say the same.
  }
}
