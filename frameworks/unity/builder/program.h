/* What stands in a program that was built: what runs before its main, and which functions it brings along. */
#ifndef PROCTOR_PROGRAM_H
#define PROCTOR_PROGRAM_H

#include <elf.h>

#include "words.h"

enum {
  INDIRECT_X86_64 = 37,
  INDIRECT_AARCH64 = 1032
}; /* the relocation that calls a function to learn an address */

struct program {
  struct text file;
  const Elf64_Ehdr* head;
};

/* A part of the file, or null if it isn't wholly there. */
static const void* part(const struct program* program, Elf64_Off offset, Elf64_Xword size) {
  if (offset > program->file.size || size > program->file.size - offset || offset % 8 != 0) return NULL;
  return program->file.bytes + offset;
}

static int read_program(const char* path, struct program* program) {
  static const unsigned char magic[] = {0x7f, 'E', 'L', 'F', ELFCLASS64};
  program->file.bytes = NULL;
  program->file.size = 0;
  if (!read_file(path, &program->file)) return 0;
  program->head = part(program, 0, sizeof *program->head);
  return program->head != NULL && memcmp(program->head->e_ident, magic, sizeof magic) == 0 &&
         program->head->e_phentsize == sizeof(Elf64_Phdr) &&
         program->head->e_shentsize == sizeof(Elf64_Shdr) &&
         part(program, program->head->e_phoff, program->head->e_phnum * sizeof(Elf64_Phdr)) != NULL &&
         part(program, program->head->e_shoff, program->head->e_shnum * sizeof(Elf64_Shdr)) != NULL;
}

static const Elf64_Phdr* segment(const struct program* program, size_t i) {
  return (const Elf64_Phdr*)part(program, program->head->e_phoff, 0) + i;
}

static const Elf64_Shdr* section(const struct program* program, size_t i) {
  return (const Elf64_Shdr*)part(program, program->head->e_shoff, 0) + i;
}

/* The text at an offset of a section of texts; "" if there is none. */
static const char* name_at(const struct program* program, const Elf64_Shdr* texts, Elf64_Word offset) {
  if (texts->sh_offset > program->file.size || texts->sh_size > program->file.size - texts->sh_offset ||
      offset >= texts->sh_size || program->file.bytes[texts->sh_offset + texts->sh_size - 1] != '\0')
    return "";
  return program->file.bytes + texts->sh_offset + offset;
}

/* The system's loader, and no other, which would run before anything else. */
static int has_plain_loader(const struct program* program) {
  int loaders = 0;
  int plain = 0;
  size_t i;
  for (i = 0; i < program->head->e_phnum; i++) {
    const Elf64_Phdr* one = segment(program, i);
    const char* path;
    if (one->p_type != PT_INTERP) continue;
    loaders++;
    if (one->p_filesz < 2 || one->p_offset > program->file.size ||
        one->p_filesz > program->file.size - one->p_offset)
      return 0;
    path = program->file.bytes + one->p_offset;
    if (path[one->p_filesz - 1] != '\0') return 0;
    plain = begins_with(path, "/lib") && begins_with(base_name(path), "ld-") && strstr(path, "..") == NULL;
  }
  return loaders == 1 && plain;
}

static int has_indirect_functions(const struct program* program) {
  size_t i;
  for (i = 0; i < program->head->e_shnum; i++) {
    const Elf64_Shdr* one = section(program, i);
    const Elf64_Rela* relocation;
    size_t n;
    if (one->sh_type == SHT_REL) return 1; /* not on these machines */
    if (one->sh_type != SHT_RELA) continue;
    relocation = part(program, one->sh_offset, one->sh_size);
    if (relocation == NULL) return 1;
    for (n = 0; n < one->sh_size / sizeof *relocation; n++) {
      const unsigned long type = ELF64_R_TYPE(relocation[n].r_info);
      if (program->head->e_machine == EM_X86_64
              ? type == INDIRECT_X86_64
              : program->head->e_machine != EM_AARCH64 || type == INDIRECT_AARCH64)
        return 1;
    }
  }
  return 0;
}

/* How many functions the loader calls before all others: the reporter's own should be the only one. */
static size_t early_functions(const struct program* program) {
  size_t i;
  size_t size = 0;
  for (i = 0; i < program->head->e_phnum; i++) {
    const Elf64_Phdr* one = segment(program, i);
    const Elf64_Dyn* entry;
    size_t n;
    if (one->p_type != PT_DYNAMIC) continue;
    entry = part(program, one->p_offset, one->p_filesz);
    for (n = 0; entry != NULL && n < one->p_filesz / sizeof *entry && entry[n].d_tag != DT_NULL; n++)
      if (entry[n].d_tag == DT_PREINIT_ARRAYSZ) size += entry[n].d_un.d_val;
  }
  return size / sizeof(Elf64_Addr);
}

/* Whether code of the solution's may run before the reporter is there. */
static int runs_early(const struct program* program) {
  return !has_plain_loader(program) || has_indirect_functions(program) || early_functions(program) != 1;
}

/* The first of the functions that the program defines itself; null if it defines none. */
static const char* first_defined(const struct program* program, const struct words* functions) {
  size_t i;
  for (i = 0; i < program->head->e_shnum; i++) {
    const Elf64_Shdr* one = section(program, i);
    const Elf64_Sym* symbol;
    size_t n;
    if (one->sh_type != SHT_SYMTAB || one->sh_link >= program->head->e_shnum) continue;
    symbol = part(program, one->sh_offset, one->sh_size);
    for (n = 0; symbol != NULL && n < one->sh_size / sizeof *symbol; n++) {
      const char* name = name_at(program, section(program, one->sh_link), symbol[n].st_name);
      if (symbol[n].st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol[n].st_info) != STB_LOCAL &&
          contains(functions, name))
        return joined("%s", name);
    }
  }
  return NULL;
}

#endif
