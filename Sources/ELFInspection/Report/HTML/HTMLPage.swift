// SPDX-License-Identifier: Apache-2.0

/// A self-contained page.
///
/// Its style and script are inline, and its content security policy allows only
/// these two, by their hashes.
enum HTMLPage {
  static func page(title: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src '\(styleHash)'; script-src '\(scriptHash)'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(HTMLText.escaped(title))</title>
    <style>\(style)</style>
    </head>
    <body>
    \(body)
    <script>\(script)</script>
    </body>
    </html>

    """
  }

  /// The hashes of `style` and `script`, as `openssl dgst -sha256 -binary |
  /// base64` prints them; a test compares.
  private static let styleHash = "sha256-CFj9ghas6OiBUcwRhageO3KxpQfu4Gv1VfhHZ8TIV8k="
  private static let scriptHash = "sha256-cYc+YKnmNdPf2/nnOBVJUr4yodljnJM51SQTRxAGJcw="

  private static let style = """

    :root { color-scheme: light dark; --line: light-dark(#ccc, #444); --back: light-dark(#fff, #161616);
      --text: light-dark(#1a1a1a, #eee); --quiet: light-dark(#555, #aaa);
      --good: light-dark(#dff3e0, #1d3b22); --bad: light-dark(#fde0dd, #512020);
      --open: light-dark(#fff3cf, #453a12); --tile: light-dark(#f2f2f2, #262626) }
    * { box-sizing: border-box }
    [hidden] { display: none !important }
    body { margin: 0; padding: 1rem; background: var(--back); color: var(--text);
      font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere }
    h1 { font-size: 1.4rem; margin: 0 0 .5rem } h2 { font-size: 1.1rem; margin: 0 0 .5rem }
    h3 { font-size: 1rem; margin: .75rem 0 .25rem; font-family: ui-monospace, monospace }
    a { color: inherit } code, .name { font-family: ui-monospace, monospace }
    .columns { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr) }
    nav ul, aside ul { list-style: none; margin: 0; padding: 0 }
    section { border-top: 1px solid var(--line); padding: .75rem 0 }
    ol.chain { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem }
    .tile { border: 1px solid var(--line); border-radius: .4rem; padding: .35rem .6rem;
      background: var(--tile); max-width: min(100%, 24rem) }
    .winner { background: var(--good); border-width: 2px } .bad { background: var(--bad) }
    .open { background: var(--open) }
    summary.quiet { display: list-item; cursor: pointer }
    .types { margin: .25rem 0; display: flex; flex-wrap: wrap; gap: 0 1rem }
    .line { margin: .5rem 0 0; padding: .15rem .5rem; border-radius: .4rem }
    .mark { font-weight: 600 } .quiet { color: var(--quiet); font-size: .875rem; display: block }
    .arrow { align-self: center; color: var(--quiet) }
    input { font: inherit; width: 100%; max-width: 30rem; padding: .35rem .5rem }
    :focus-visible { outline: 3px solid light-dark(#0b57d0, #a8c7fa); outline-offset: 2px }
    @media (max-width: 60rem) { main { order: -1 } }
    @media (max-width: 40rem) { .tile { width: 100%; max-width: none } .arrow { display: none } }
    @media (min-width: 60rem) { .columns { grid-template-columns: 15rem minmax(0, 1fr) 15rem }
      nav, aside { position: sticky; top: 1rem; align-self: start; max-height: 95vh; overflow: auto } }

    """

  private static let script = """

    const box = document.getElementById("filter");
    box.closest("p").hidden = false;
    box.addEventListener("input", () => {
      const wanted = box.value.toLowerCase();
      for (const part of document.querySelectorAll("[data-filter]"))
        part.hidden = !part.dataset.filter.toLowerCase().includes(wanted);
    });

    """

  /// The filter box that the script shows.
  static let filter = """
    <p hidden><label>Filter by type, requirement, extension or file \
    <input id="filter" type="search" autocomplete="off"></label></p>

    """
}
