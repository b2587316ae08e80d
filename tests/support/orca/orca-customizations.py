"""Orca loads this file. It makes Orca write what it speaks to its output, as lines of JSON, and obey its input."""

import ctypes
import itertools
import json
import sys

from gi.repository import GLib
from orca import event_manager, orca, orca_state, settings, speech_generator, speechserver
from orca.acss import ACSS

settings.speechServerFactory = __name__
settings.speechFactoryModules = [__name__]
settings.enableBraille = False
settings.enableSound = False
settings.enableKeyEcho = False
settings.doubleClickTimeout = 0
# A page is read when the test wishes it, and in sentences, as lines depend on the fonts.
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False

# The class of all elements of the part that is read.
PART = "read-aloud"

# AT-SPI's own function blocks Orca while it presses several keys.
x11 = ctypes.CDLL("libX11.so.6")
xtest = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x11.XOpenDisplay(None))


def write(message):
    print(json.dumps(message), flush=True)


class SpeechServer(speechserver.SpeechServer):
    """Replaces the voice."""

    @staticmethod
    def getSpeechServer(info=None):
        return SpeechServer()

    def speak(self, text=None, acss=None, interrupt=True):
        write_spoken(text, language_of(acss or {}))

    def speakCharacter(self, character, acss=None):
        self.speak(character, acss)

    def sayAll(self, utterances, progress):
        of_object = itertools.groupby(utterances, lambda each: (each[0].obj, each[0].startOffset))
        has_begun = False
        heard = []
        for place, group in of_object:
            # Orca 43 reads a form with a message that ends without a full stop again and again.
            if place in heard:
                break
            heard.append(place)
            accessible, _ = place
            if not is_inside(accessible):
                if has_begun:
                    break
                # The caret may stand before it: in the sentence around it, or at what had the focus.
                continue
            has_begun = True
            contexts, voices = zip(*group)
            languages = [language_of(voice) for voice in voices if language_of(voice)]
            write_spoken(", ".join(context.utterance for context in contexts), *languages[:1])
        # Its generator does this at the end of the document only.
        orca_state.activeScript._inSayAll = False
        write({"read": True})


def language_of(voice):
    return (voice.get(ACSS.FAMILY) or {}).get("lang")


def write_spoken(text, language=None):
    write({"spoken": text, "language": language})


def is_inside(accessible):
    while accessible is not None:
        attributes = accessible.getAttributes()
        if any(each.startswith("class:") and PART in each for each in attributes):
            return True
        accessible = accessible.parent
    return False


def in_its_language(voice):
    """Orca 43 finds the language of each phrase, but selects no voice by it."""

    def selected(self, key=None, **options):
        voices = voice(self, key, **options)
        language = options.get("language")
        if key in (None, speech_generator.DEFAULT) and language:
            voices[0] = ACSS({**voices[0], ACSS.FAMILY: {"lang": language}})
        return voices

    return selected


speech_generator.SpeechGenerator.voice = in_its_language(speech_generator.SpeechGenerator.voice)


def press(name):
    """Presses a key of the X server, as "Alt_L+Shift_L+Right"."""
    before = orca_state.lastNonModifierKeyEvent
    symbols = [x11.XStringToKeysym(key.encode()) for key in name.split("+")]
    codes = [x11.XKeysymToKeycode(display, ctypes.c_ulong(symbol)) for symbol in symbols]
    for code in codes:
        xtest.XTestFakeKeyEvent(display, code, True, 0)
    for code in reversed(codes):
        xtest.XTestFakeKeyEvent(display, code, False, 0)
    x11.XFlush(display)

    def is_pressed():
        last = orca_state.lastNonModifierKeyEvent
        return last is not before and not last.isPressedKey()

    reply_when(is_pressed)


def settle():
    """Waits until Orca has spoken of all that happened before."""
    if orca_state.activeWindow is not None:
        # The browser replies after the events that it has sent.
        orca_state.activeWindow.queryComponent().getPosition(0)

    def is_settled():
        script = orca_state.activeScript
        regions = getattr(script, "liveRegionManager", None)
        messages = 0 if regions is None else len(regions.msg_queue)
        return event_manager.getManager()._eventQueue.empty() and messages == 0

    reply_when(is_settled)


def reply_when(condition):
    def look():
        if not condition():
            return True
        write({"done": True})
        return False

    # After all events that have come.
    GLib.timeout_add(10, look, priority=GLib.PRIORITY_LOW)


def obey(source, condition):
    line = sys.stdin.readline()
    if line == "":
        # The test has ended.
        orca.shutdown()
        return False
    command = json.loads(line)
    if "key" in command:
        press(command["key"])
    elif "forget" in command:
        # Orca explains by the last key what happens next.
        orca_state.lastInputEvent = orca_state.lastNonModifierKeyEvent = None
        settle()
    else:
        settle()
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN, obey)
