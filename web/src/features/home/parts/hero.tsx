import { Avatar, Picture, PrankPicture } from '../../../components/picture.tsx'

/** The top of home: what the store offers, and that the sender stays anonymous. */
export function Hero() {
  return (
    <section className="rays relative [--ray:0.1] overflow-hidden border-ink border-b-[2.5px] bg-grape text-white">
      <div className="page grid items-center gap-2 py-9 sm:py-12 md:grid-cols-[1.25fr_1fr]">
        <div className="relative z-10 flex flex-col items-start gap-5">
          <p className="postmark -rotate-2 bg-sun px-4 py-1.5 text-ink text-sm sm:text-base">
            100% Anonymous & Secure
          </p>
          <h1 className="text-[min(3.5rem,calc((100vw-3rem)/6.8))] sm:text-6xl md:text-5xl lg:text-7xl">
            Prank a friend.
            <br />
            Or a foe.
            <br />
            <span className="text-sun">Stay a mystery.</span>
          </h1>
          <p className="max-w-md font-semibold text-lg sm:text-xl">
            Pick a prank, pick a target, and a harmless surprise parcel is on its way. Your name is never on
            it.
          </p>
          <a href="#pick" className="button bg-sun text-ink text-xl">
            Start Pranking
          </a>
        </div>
        <Parcel />
      </div>
    </section>
  )
}

function Parcel() {
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto aspect-square w-[220px] sm:w-[300px] md:w-[280px] lg:w-[360px]"
    >
      <div className="absolute inset-1 rounded-full bg-pop shadow-hard-lg" />
      <Picture
        name="logo"
        width={280}
        shownAt={420}
        eager
        urgent
        className="relative size-full animate-float"
      />
      <PrankPicture
        image="potato"
        size={72}
        lazy
        className="-left-10 absolute top-[30%] w-[22%] -rotate-12"
      />
      <PrankPicture image="sock" size={84} lazy className="-right-5 absolute top-3 w-[22%] rotate-12" />
      <PrankPicture image="glitter" size={84} lazy className="bottom-0 left-2 absolute w-[26%]" />
      <Avatar id="clown" size={72} lazy className="-right-8 absolute top-[42%] w-[20%] rotate-12" />
    </div>
  )
}
