import os
import tempfile
import unittest

from fleet.inputs import Input, InputError, checked, find, read_inputs, text


class InputTests(unittest.TestCase):
    def test_lines_are_objects_with_a_path_and_labels(self) -> None:
        lines = ['{"path": "/a", "labels": {"host": "h1"}}\n', "\n", '{"path": "b"}']
        self.assertEqual(read_inputs(lines, "list"), [Input("/a", {"host": "h1"}), Input("b")])
        for line in [
            "{",
            "[]",
            '{"labels": {}}',
            '{"path": 1}',
            '{"path": "a", "labels": {"a": 1}}',
        ]:
            with self.assertRaisesRegex(InputError, "^list:2: not like"):
                read_inputs(["\n", line], "list")

    def test_an_input_is_in_no_other(self) -> None:
        for paths in [["/a", "/a"], ["/a/b/c", "/a-b", "/a"], ["/", "/a"], ["a", "./a/"]]:
            with self.assertRaisesRegex(InputError, "is listed twice"):
                checked([Input(path) for path in paths])
        self.assertEqual(len(checked([Input("/a"), Input("/a-b"), Input("/ab")])), 3)
        with self.assertRaises(InputError):
            checked([])

    def test_a_folder_has_its_regular_files_in_the_order_of_names(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/b/c")
            for name in [b"b/c/d", b"a\xff", b"z"]:
                with open(os.path.join(os.fsencode(folder), name), "wb"):
                    pass
            os.symlink(f"{folder}/z", f"{folder}/link")
            os.symlink(folder, f"{folder}/b/loop")
            os.mkfifo(f"{folder}/fifo")
            found = [each.name for each in find(Input(folder, {"host": "h"}))]
            root = os.fsencode(folder)
            self.assertEqual(found, [root + b"/a\xff", root + b"/b/c/d", root + b"/z"])
            self.assertTrue(text(found[0]).endswith("/a\\xff"))

    def test_what_is_not_there_is_a_file_that_can_not_be_read(self) -> None:
        (found,) = find(Input("/nowhere/at/all"))
        self.assertEqual(
            (found.name, found.is_tar, found.is_named), (b"/nowhere/at/all", False, True)
        )
